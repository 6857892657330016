package unrecoveredcallback

import (
	"slices"
	"sync"
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

// The jobs of a queue hold their functions.
type Queue struct{ jobs chan job }

type job struct {
	name string
	run  func() error
}

func (q *Queue) Add(name string, run func() error) { q.jobs <- job{name: name, run: run} }

func (q *Queue) Start() {
	go func() { // want `a panic in j.run, which is passed in, crashes the process`
		for j := range q.jobs {
			_ = j.run()
		}
	}()
}
