package unboundedstart

import (
	"bufio"
	"context"
	"net/http"
	"sync"
	"time"
)

type message struct{ key string }

func consume(ctx context.Context, messages <-chan message) {
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-messages:
			go handle(m) // want `goroutines pile up when messages of messages come faster than they are handled: each one starts a goroutine, and nothing limits how many there are`
		}
	}
}

func handle(message) {}

// The group is waited for when all have been started.
func lines(sc *bufio.Scanner) {
	var wg sync.WaitGroup
	for sc.Scan() {
		line := sc.Text()
		wg.Add(1)
		go func() { // want `goroutines pile up when results of sc.Scan come faster`
			defer wg.Done()
			handle(message{line})
		}()
	}
	wg.Wait()
}

// A helper starts it.
type relay struct {
	wg    sync.WaitGroup
	slots chan struct{}
	track func(message)
}

func (r *relay) async(fn func()) {
	r.wg.Add(1)
	go func() { // want `goroutines pile up when messages of in come faster`
		defer r.wg.Done()
		fn()
	}()
}

func (r *relay) run(in <-chan message) {
	defer r.wg.Wait()
	for m := range in {
		r.async(func() { handle(m) })
	}
}

// The slot is taken inside of the goroutine.
func (r *relay) late(in <-chan []message) {
	for batch := range in {
		for _, m := range batch {
			go func() { // want `goroutines pile up when messages of in come faster`
				r.slots <- struct{}{}
				defer func() { <-r.slots }()
				handle(m)
			}()
		}
	}
}

// Each request starts one, by a function in a field.
func newRelay() *relay {
	r := &relay{}
	r.track = func(m message) {
		go handle(m) // want `goroutines pile up when requests come faster`
	}
	return r
}

func (r *relay) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.track(message{req.FormValue("key")})
	w.WriteHeader(http.StatusNoContent)
}

func beacon(w http.ResponseWriter, req *http.Request) {
	key := req.FormValue("key")
	go func() { // want `goroutines pile up when requests come faster`
		time.Sleep(time.Second)
		handle(message{key})
	}()
}
