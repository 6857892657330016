package unlockedaccess

import (
	"expvar"
	"strings"
	"sync"
)

// Start makes the object ready, although a goroutine calls it: that one has made the object for itself, or
// begins its work.
type Easel struct {
	mu     sync.Mutex
	colors map[string]int
	ticks  chan int
}

func (e *Easel) Mix(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.colors[name]++
}

func Paint(names []string) {
	go func() {
		e := &Easel{colors: make(map[string]int), ticks: make(chan int)}
		e.start()
		for _, name := range names {
			e.Mix(name)
		}
	}()
}

func (e *Easel) start() {
	println(len(e.colors), e.colors["red"]) // read before the goroutine below has it
	go func() {
		for range e.ticks {
			e.Mix("tick")
		}
	}()
}

// A flag that Start sets before anything runs, and nothing sets back.
type Organ struct {
	mu    sync.Mutex
	ready bool
	pipes map[string]int
}

func (o *Organ) Start() {
	o.ready = true
}

func (o *Organ) Play(name string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pipes[name]++
	return o.ready
}

// One of the callers of what calls itself holds the lock.
type crawler struct {
	mu    sync.Mutex
	found map[string]int
}

func (c *crawler) Add(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.found[name]++
}

func (c *crawler) Crawl(text string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Map(func(r rune) rune { return c.visit(r, 3) }, text)
}

func (c *crawler) visit(r rune, depth int) rune {
	if depth > 0 {
		return c.visit(r+1, depth-1)
	}
	return r + rune(c.found[string(r)])
}

// The initializer passes the method out, and another method calls what may call it with the lock held.
type sensor struct {
	mu     sync.Mutex
	levels map[string]int
	vars   *expvar.Map
	all    interface{ Do(func(expvar.KeyValue)) }
}

func (s *sensor) Init() {
	s.levels = make(map[string]int)
	s.vars.Set("levels", expvar.Func(s.stats))
}

func (s *sensor) Set(name string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.levels[name] = n
	s.all.Do(func(expvar.KeyValue) {})
}

func (s *sensor) stats() any { return s.levels["all"] }
