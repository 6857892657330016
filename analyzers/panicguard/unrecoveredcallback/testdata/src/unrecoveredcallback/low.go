package unrecoveredcallback

import (
	"slices"
	"sync"
	"time"
)

// A pool runs what it is passed.
type Pool struct {
	tasks chan func()
	wg    sync.WaitGroup
}

func NewPool(n int) *Pool {
	p := &Pool{tasks: make(chan func())}
	for range n {
		p.wg.Add(1)
		go p.worker() // want `a panic in task, which is passed in, crashes the process: nothing recovers in this goroutine`
	}
	return p
}

func (p *Pool) worker() {
	defer p.wg.Done()
	for task := range p.tasks {
		p.do(task)
	}
}

func (p *Pool) do(task func()) {
	task()
}

func (p *Pool) Submit(task func()) { p.tasks <- task }

// Handlers are registered, and run in goroutines.
type Emitter struct {
	mu       sync.Mutex
	handlers []func(string)
}

func (e *Emitter) On(h func(string)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.handlers = append(e.handlers, h)
}

func (e *Emitter) Emit(event string) {
	e.mu.Lock()
	hs := slices.Clone(e.handlers)
	e.mu.Unlock()
	var wg sync.WaitGroup
	for _, h := range hs {
		wg.Add(1)
		go func() { // want `a panic in h, which is passed in, crashes the process`
			defer wg.Done()
			h(event)
		}()
	}
	wg.Wait()
}

// A job is a value with a function.
type Job struct {
	Name string
	Run  func()
}

func Launch(j Job) {
	go func(j Job) { // want `a panic in j.Run, which is passed in, crashes the process`
		j.Run()
	}(j)
}

// A group of functions.
type Group struct{ wg sync.WaitGroup }

func (g *Group) Go(fn func() error) {
	g.wg.Go(func() { _ = fn() }) // want `a panic in fn, which is passed in, crashes the process`
}

// An option sets the field.
type Watcher struct{ onChange func() }

func (w *Watcher) Subscribe(f func()) { w.onChange = f }

func (w *Watcher) Start(every time.Duration) {
	go func() { // want `a panic in w.onChange, which is passed in, crashes the process`
		for i := 0; i < 3; i++ {
			time.Sleep(every)
			w.onChange()
		}
	}()
}
