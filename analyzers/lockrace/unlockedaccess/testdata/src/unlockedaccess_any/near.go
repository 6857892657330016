package unlockedaccess_any

import (
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Like those in okcallers.go, with one thing different.

type Harbor struct {
	mu    sync.Mutex
	ships map[string]int
	old   []string
}

// The goroutines run on when it is given back.
func (h *Harbor) Reload(ships map[string]int, visit func(int)) {
	h.mu.Lock()
	h.ships = ships
	var wg sync.WaitGroup
	for _, name := range h.old {
		wg.Add(1)
		go func() {
			defer wg.Done()
			n := h.ships[name] // want `h.ships is read without h.mu`
			visit(n)
		}()
	}
	h.mu.Unlock()
	wg.Wait()
}

func (h *Harbor) Set(name string, n int) {
	h.mu.Lock()
	h.ships[name] = n
	h.mu.Unlock()
}

func (h *Harbor) Get(name string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.ships[name]
}

type delay struct {
	mu    sync.Mutex
	timer *time.Timer
	again bool
}

func (d *delay) Call() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer == nil {
		d.timer = time.NewTimer(time.Second)
	}
	go d.wait()
}

func (d *delay) wait() {
	at := d.timer // want `d.timer is read without d.mu`
	<-at.C
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.again {
		d.timer.Stop()
	}
}

// Taken away again.
func (d *delay) Stop() {
	d.mu.Lock()
	d.timer = nil
	d.mu.Unlock()
}

// Waited for before, not in the same statement.
func early(g *errgroup.Group, names []string, load func(string) (int, error)) (int, error) {
	var mu sync.Mutex
	var sizes []int
	for _, name := range names {
		g.Go(func() error {
			n, err := load(name)
			mu.Lock()
			sizes = append(sizes, n)
			mu.Unlock()
			return err
		})
	}
	n := len(sizes) // want `sizes is read without mu`
	return n, g.Wait()
}

type friend struct {
	mu   sync.Mutex
	echo bool
	sent int
}

// Another one than itself.
func (f *friend) Deliver(of *route, to *friend) bool {
	if f != to {
		if to.echo { // want `to.echo is read without to.mu`
			return false
		}
	}
	to.mu.Lock()
	defer to.mu.Unlock()
	to.sent++
	return to.sent < 9
}

func (f *friend) Connect(echo bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.echo = echo
}

func (f *friend) Echo() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.echo
}

func (f *friend) Mute() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.echo
}

// Called by itself alone, here.
func (h *Harbor) Total(names []string) int {
	if len(names) == 0 {
		return 0
	}
	n := h.ships[names[0]] // want `h.ships is read without h.mu`
	return n + h.Total(names[1:])
}

// Not by the name of a start.
type Conference struct {
	mu   sync.Mutex
	node *string
}

func (c *Conference) Reload(load func() *string) {
	node := load()
	c.node = node // want `c.node is written without c.mu`
}

func (c *Conference) Join(node *string) {
	c.mu.Lock()
	c.node = node
	c.mu.Unlock()
}

func (c *Conference) Leave() *string {
	c.mu.Lock()
	defer c.mu.Unlock()
	node := c.node
	c.node = nil
	return node
}

// Nor one of a chain: it gives another one back when it has nothing to add.
type Chain struct {
	mu     sync.Mutex
	links  map[string]int
	parent *Chain
}

func (c *Chain) Link(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.links[name]++
}

func (c *Chain) Unlink(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.links, name)
}

func (c *Chain) Extend(name string) *Chain {
	if name == "" {
		return c.parent
	}
	c.links[name] = 1 // want `c.links is written without c.mu`
	return c
}
