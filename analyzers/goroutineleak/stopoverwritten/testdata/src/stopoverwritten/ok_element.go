package stopoverwritten

import (
	"context"
	"log"
	"sync"
	"time"
)

type probes struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu   sync.Mutex
	all  map[string]int
	ends map[string]chan struct{}
}

func newProbes() *probes {
	ctx, cancel := context.WithCancel(context.Background())
	return &probes{ctx: ctx, cancel: cancel, all: make(map[string]int), ends: make(map[string]chan struct{})}
}

// The goroutine looks whether its key is still in the map.
func (p *probes) Add(name string) {
	p.mu.Lock()
	p.all[name]++
	p.mu.Unlock()
	go func() {
		for p.ctx.Err() == nil {
			time.Sleep(time.Second)
			if !p.has(name) {
				return
			}
		}
	}()
}

func (p *probes) has(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ok := p.all[name]
	return ok
}

func (p *probes) Remove(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.all, name)
}

// Each goroutine has a channel of its own.
func (p *probes) Watch(name string) {
	end := make(chan struct{})
	p.mu.Lock()
	p.ends[name] = end
	p.mu.Unlock()
	go func() {
		for {
			select {
			case <-p.ctx.Done():
				return
			case <-end:
				return
			case <-time.After(time.Second):
				log.Println(name)
			}
		}
	}()
}

func (p *probes) Unwatch(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.ends[name])
	delete(p.ends, name)
}

func (p *probes) Close() { p.cancel() }

// What deletes ends all of them.
type rooms struct {
	done chan struct{}
	once sync.Once
	all  map[string]bool
}

func newRooms() *rooms { return &rooms{done: make(chan struct{}), all: make(map[string]bool)} }

func (r *rooms) Open(name string) {
	r.all[name] = true
	go func() {
		for {
			select {
			case <-r.done:
				return
			case <-time.After(time.Minute):
				log.Println(name)
			}
		}
	}()
}

func (r *rooms) Close() {
	r.once.Do(func() { close(r.done) })
	for name := range r.all {
		delete(r.all, name)
	}
}

// The work of the goroutine ends by itself.
type uploads struct {
	ctx    context.Context
	cancel context.CancelFunc
	all    map[string]bool
}

func newUploads() *uploads {
	ctx, cancel := context.WithCancel(context.Background())
	return &uploads{ctx: ctx, cancel: cancel, all: make(map[string]bool)}
}

func (u *uploads) Begin(name string, part func(context.Context, string) error) {
	u.all[name] = true
	go func() {
		for u.ctx.Err() == nil {
			if err := part(u.ctx, name); err != nil {
				return
			}
		}
	}()
}

func (u *uploads) Forget(name string) { delete(u.all, name) }

func (u *uploads) Close() { u.cancel() }
