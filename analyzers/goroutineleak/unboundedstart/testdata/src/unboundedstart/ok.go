package unboundedstart

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// A slot is taken before the start.
func slots(in <-chan message) {
	slots := make(chan struct{}, 8)
	for m := range in {
		slots <- struct{}{}
		go func() {
			defer func() { <-slots }()
			handle(m)
		}()
	}
}

// The helper takes it.
func (r *relay) limited(fn func()) {
	r.slots <- struct{}{}
	go func() {
		defer func() { <-r.slots }()
		fn()
	}()
}

func (r *relay) runLimited(in <-chan message) {
	for m := range in {
		r.limited(func() { handle(m) })
	}
}

// What does not get a slot is dropped.
func (r *relay) drop(in <-chan message) {
	for m := range in {
		select {
		case r.slots <- struct{}{}:
		default:
			continue
		}
		go handle(m)
	}
}

// The loop waits for the goroutines of each batch.
func batches(in <-chan []message) {
	for batch := range in {
		var wg sync.WaitGroup
		for _, m := range batch {
			wg.Add(1)
			go func() {
				defer wg.Done()
				handle(m)
			}()
		}
		wg.Wait()
	}
}

// One goroutine for each connection.
func serve(ln net.Listener) error {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		go func() { _ = conn.Close() }()
	}
}

// Ticks, signals and errors are no messages; a list has an end.
func ticks(ctx context.Context, list []message) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for _, m := range list {
		go handle(m)
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			go handle(message{})
		}
	}
}

// The handler waits for what it starts.
func timeout(w http.ResponseWriter, req *http.Request) {
	key := req.FormValue("key")
	done := make(chan struct{})
	go func() {
		defer close(done)
		handle(message{key})
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
	}
}

// At most one runs at a time.
type refresher struct{ busy atomic.Bool }

func (f *refresher) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if f.busy.CompareAndSwap(false, true) {
		go func() {
			defer f.busy.Store(false)
			handle(message{})
		}()
	}
}

// The goroutine ends with the request.
func stream(w http.ResponseWriter, req *http.Request) {
	go watch(req.Context())
	time.Sleep(time.Second)
}

func watch(ctx context.Context) { <-ctx.Done() }

// At most a hundred are under way.
func counted(in <-chan message) {
	var n atomic.Int64
	for m := range in {
		for n.Load() > 100 {
			time.Sleep(time.Millisecond)
		}
		if n.Add(1) > 100 {
			continue
		}
		go func() {
			defer n.Add(-1)
			handle(m)
		}()
	}
}
