package blockedreceive

import (
	"context"
	"sync"
)

// The goroutine gives back the slot that has been acquired for it.
type mill struct {
	in    <-chan string
	slots chan struct{}
	wg    sync.WaitGroup
}

func newMill(in <-chan string, n int) *mill {
	return &mill{in: in, slots: make(chan struct{}, max(n, 1))}
}

func (m *mill) run(ctx context.Context) {
	defer m.wg.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case s, ok := <-m.in:
			if !ok {
				return
			}
			select {
			case m.slots <- struct{}{}:
			case <-ctx.Done():
				return
			}
			m.wg.Add(1)
			go func() {
				defer m.wg.Done()
				defer func() { <-m.slots }()
				m.grind(ctx, s)
			}()
		}
	}
}

func (m *mill) grind(ctx context.Context, s string) { println(s, ctx.Err() == nil) }

// The room closes the channel of whoever is in it, once.
type room struct {
	mu     sync.Mutex
	guests map[*guest]bool
}

type guest struct{ lines chan string }

func (r *room) say(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for g := range r.guests {
		select {
		case g.lines <- line:
		default:
		}
	}
}

func (r *room) enter(g *guest) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.guests[g] = true
}

func (r *room) leave(g *guest) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.guests[g] {
		delete(r.guests, g)
		close(g.lines)
	}
}

func (r *room) host(lines []string) {
	g := &guest{lines: make(chan string, 4)}
	r.enter(g)
	go g.print()
	defer r.leave(g)
	for _, line := range lines {
		r.say(line)
	}
}

func (g *guest) print() {
	for line := range g.lines {
		println(line)
	}
}
