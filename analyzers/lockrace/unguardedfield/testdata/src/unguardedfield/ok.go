package unguardedfield

import (
	"context"
	"io/fs"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
)

// Each access holds the lock.
type lockedFarm struct {
	mu       sync.Mutex
	machines map[string]func()
}

func (f *lockedFarm) boot(name string, run func()) {
	f.mu.Lock()
	f.machines[name] = run
	f.mu.Unlock()
	go func() {
		run()
		f.mu.Lock()
		delete(f.machines, name)
		f.mu.Unlock()
	}()
}

// The flag is atomic.
type atomicPump struct {
	stopped atomic.Bool
	strokes func()
}

func (p *atomicPump) Start() {
	go func() {
		for !p.stopped.Load() {
			p.strokes()
		}
	}()
}

func (p *atomicPump) Stop() { p.stopped.Store(true) }

// What comes before the start of the goroutine is seen by it.
type prepared struct {
	names map[string]int
}

func (p *prepared) Start(names []string) {
	p.names = make(map[string]int)
	for i, name := range names {
		p.names[name] = i
	}
	go func() {
		for name := range p.names {
			println(name)
		}
	}()
}

// The goroutine has ended when its results are read.
type gathered struct {
	wg     sync.WaitGroup
	failed int
}

func (g *gathered) Start() {
	g.wg.Go(func() { g.failed++ })
}

func (g *gathered) Failed() int {
	g.wg.Wait()
	return g.failed
}

// A channel that is closed says the same.
type announced struct {
	done chan struct{}
	err  error
}

func (a *announced) Start(work func() error) {
	go func() {
		a.err = work()
		close(a.done)
	}()
}

func (a *announced) Err() error {
	<-a.done
	return a.err
}

// One goroutine owns the map, and others ask it.
type owner struct {
	requests chan string
	seen     map[string]bool
}

func (o *owner) Start() {
	go func() {
		for name := range o.requests {
			o.seen[name] = true
		}
	}()
}

func (o *owner) Add(name string) { o.requests <- name }

// A Once makes it once.
type cached struct {
	once  sync.Once
	table map[string]int
}

func (c *cached) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.once.Do(func() { c.table = map[string]int{"/": 1} })
	w.WriteHeader(c.table[r.URL.Path])
}

// Each request, and each connection, has an object of its own.
type session struct {
	steps int
	bytes int
}

func (s *session) step() { s.steps++ }

func open(w http.ResponseWriter, r *http.Request) {
	s := &session{}
	s.step()
	s.bytes += len(r.URL.Path)
}

type conn struct {
	lines int
}

func (c *conn) serve() { c.lines++ }

func accept(next func() bool) {
	for next() {
		c := &conn{}
		go c.serve()
	}
}

// A sync.Map needs no lock.
type registry struct {
	names sync.Map
}

func (g *registry) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.names.Store(r.URL.Path, true)
}

// Before main starts anything, there is one goroutine.
var defaults = make(map[string]string)

func init() { defaults["addr"] = ":8080" }

// What is written in the loop that starts one goroutine after the other, each waited for.
type serial struct {
	n int
}

func (s *serial) Run(jobs []func()) {
	for _, job := range jobs {
		done := make(chan struct{})
		go func() {
			defer close(done)
			job()
			s.n++
		}()
		<-done
	}
}

// A deferred call starts the goroutine when all is written.
type report struct {
	err error
}

func (r *report) make(work func() error, tell func(error)) {
	defer func() {
		go func() { tell(r.err) }()
	}()
	r.err = work()
}

// Two methods start the same goroutine, and nothing calls both for one object.
type Client struct {
	peer string
}

func (c *Client) Pull() { go c.dial("pull") }
func (c *Client) Push() { go c.dial("push") }

func (c *Client) dial(peer string) {
	c.peer = peer
	println(c.peer)
}

// A kiln starts a goroutine and returns: who has started it may then stop it.
type Kiln struct{ off context.CancelFunc }

func (k *Kiln) Start(ctx context.Context, burn func(context.Context)) {
	ctx, k.off = context.WithCancel(ctx)
	go burn(ctx)
}

func (k *Kiln) Stop() { k.off() }

// A press writes its fields before it blocks in one goroutine, and nothing else reads them.
type Press struct{ sheets int }

func (p *Press) Run(in <-chan int) {
	p.sheets = 0
	for n := range in {
		p.sheets += n
	}
}

// A courier hands the parcel back by a channel.
type courier struct{ weight int }

func (c *courier) carry(load func() int) int {
	done := make(chan error)
	go func() {
		c.weight = load()
		done <- nil
	}()
	<-done
	return c.weight
}

// A rack counts its files under the lock, in a literal that a function of another package calls.
type rack struct {
	mu    sync.Mutex
	files int
}

func (s *rack) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	filepath.WalkDir(".", func(string, fs.DirEntry, error) error {
		s.files++
		return nil
	})
}
