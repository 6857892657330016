package main

import (
	"context"
	"log"
	"net/http"
	"sync"
	"time"
)

type sweeper struct {
	wg   sync.WaitGroup
	quit chan struct{}
}

func (s *sweeper) start() {
	s.wg.Add(1)
	go s.loop()
}

func (s *sweeper) loop() {
	defer s.wg.Done()
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			log.Print("sweep")
		case <-s.quit:
			return
		}
	}
}

func (s *sweeper) wait() { s.wg.Wait() }

func (s *sweeper) stop() { close(s.quit) }

// Each in a function of its own.
func main() {
	s := &sweeper{quit: make(chan struct{})}
	s.start()
	go http.ListenAndServe("127.0.0.1:6060", nil)
	s.wait() // want `s\.wait\(\) never returns: it waits for the goroutine started at line \d+, and only s\.stop \(line \d+\), after it, stops that goroutine`
	s.stop()
}

// A channel says that the goroutine has returned.
type mirror struct{ done, quit chan struct{} }

func (m *mirror) run() {
	defer close(m.done)
	for {
		select {
		case <-time.After(time.Second):
			log.Print("copy")
		case <-m.quit:
			return
		}
	}
}

func copies() {
	m := &mirror{done: make(chan struct{}), quit: make(chan struct{})}
	go m.run()
	<-m.done // want `<-m\.done never returns: it waits for the goroutine started at line \d+, and only close\(m\.quit\) \(line \d+\), after it, stops that goroutine`
	close(m.quit)
}

// A group that is passed on, and a context.
func poll(ctx context.Context, all *sync.WaitGroup) {
	defer all.Done()
	for ctx.Err() == nil {
		time.Sleep(time.Second)
	}
}

func polls(reload <-chan struct{}) {
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Add(1)
	go poll(ctx, &all)
	<-reload
	all.Wait() // want `all\.Wait\(\) never returns: it waits for the goroutine started at line \d+, and only cancel \(line \d+\), after it, stops that goroutine`
	cancel()
}

// Stop waits for what it has yet to tell.
type sampler struct {
	wg   sync.WaitGroup
	quit chan struct{}
}

func newSampler() *sampler { return &sampler{quit: make(chan struct{})} }

func (s *sampler) start() {
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		for {
			select {
			case <-s.quit:
				return
			case <-time.After(time.Second):
			}
		}
	}()
}

func (s *sampler) stop() {
	s.wg.Wait() // want `s\.wg\.Wait\(\) never returns: it waits for the goroutine started at line \d+, and only close\(s\.quit\) \(line \d+\), after it, stops that goroutine`
	close(s.quit)
}

// The wait is a method value, of a field that is promoted.
type crew struct{ wg sync.WaitGroup }

type shift struct {
	crew
	quit chan struct{}
}

func newShift() *shift { return &shift{quit: make(chan struct{})} }

func (s *shift) start() {
	s.wg.Add(1)
	go func() {
		done := s.wg.Done
		defer done()
		<-s.quit
	}()
}

func (s *shift) stop() {
	wait := s.wg.Wait
	wait() // want `wait\(\) never returns: it waits for the goroutine started at line \d+`
	close(s.quit)
}
