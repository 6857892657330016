package main

import (
	"context"
	"sync"
	"time"
)

// StopPrinting returns while the goroutine may be in the middle of a job.
type printer struct {
	jobs  chan job
	print func(job) error
	stop  chan struct{}
}

type job struct{ text string }

func newPrinter(print func(job) error) *printer {
	p := &printer{jobs: make(chan job), print: print, stop: make(chan struct{})}
	go p.run() // want `the work on what it received at line \d+ may be interrupted when StopPrinting has returned: nothing waits for p\.run, which StopPrinting stops`
	return p
}

func (p *printer) run() {
	for {
		select {
		case <-p.stop:
			return
		case j := <-p.jobs:
			if err := p.print(j); err != nil {
				println(err.Error())
			}
		}
	}
}

func (p *printer) StopPrinting() { close(p.stop) }

// It saves, in a literal, and is told by a context.
type saving struct {
	store  store
	cancel context.CancelFunc
}

func (s *saving) Start() {
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	go func() { // want `the call of Save at line \d+ may be interrupted when Close has returned: nothing waits for the goroutine, which Close stops`
		tick := time.NewTicker(time.Minute)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := s.store.Save("x"); err != nil {
					println(err.Error())
				}
			}
		}
	}()
}

func (s *saving) Close() error {
	s.cancel()
	return nil
}

// It says that it has finished, and nobody listens.
type unheard struct {
	store    store
	stop     chan struct{}
	stopOnce sync.Once
	stopped  chan struct{}
}

func newUnheard(st store) *unheard {
	u := &unheard{store: st, stop: make(chan struct{}), stopped: make(chan struct{})}
	go u.keep() // want `the call of Save at line \d+ may be interrupted when Stop has returned`
	return u
}

func (u *unheard) keep() {
	defer close(u.stopped)
	for {
		select {
		case <-u.stop:
			return
		case <-time.After(time.Minute):
			_ = u.store.Save("x")
		}
	}
}

func (u *unheard) Stop() {
	u.stopOnce.Do(func() { close(u.stop) })
}

// The same loop runs two functions: the one that saves is reported, the other is not.
type periodic struct {
	store store
	n     int
	stop  chan struct{}
}

func newPeriodic(st store) *periodic {
	p := &periodic{store: st, stop: make(chan struct{})}
	go p.every(time.Minute, func() { _ = p.store.Save("x") }) // want `the call of Save at line \d+ may be interrupted when Stop has returned`
	go p.every(time.Minute, func() { p.n++ })
	return p
}

func (p *periodic) every(d time.Duration, f func()) {
	for {
		select {
		case <-p.stop:
			return
		case <-time.After(d):
			f()
		}
	}
}

func (p *periodic) Stop() { close(p.stop) }
