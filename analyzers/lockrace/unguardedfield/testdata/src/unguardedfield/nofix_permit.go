package unguardedfield

import (
	"net/http"
	"sync/atomic"
)

// Only one of the two asks the flag.
type oneTests struct {
	busy atomic.Bool
	seen map[string]int
}

func (b *oneTests) Put(w http.ResponseWriter, r *http.Request) {
	if !b.busy.CompareAndSwap(false, true) {
		return
	}
	defer b.busy.Store(false)
	b.seen[r.Host]++ // want `concurrent map access ends the process: b.seen is written here and written by another goroutine at line 22`
}

func (b *oneTests) Drop(w http.ResponseWriter, r *http.Request) { delete(b.seen, r.Host) }

// Each request has a channel of its own.
type perRequest struct{ seen map[string]int }

func (s *perRequest) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sem := make(chan struct{}, 1)
	sem <- struct{}{}
	s.seen[r.Host]++ // want `concurrent map access ends the process: \S+ is written by requests, which run concurrently, and no mutex guards it`
	<-sem
}
