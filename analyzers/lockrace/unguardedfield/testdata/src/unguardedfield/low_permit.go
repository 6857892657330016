package unguardedfield

import (
	"net/http"
	"sync/atomic"
)

// Another method takes the flag back from its holder.
type resetByOther struct {
	busy atomic.Bool
	seen map[string]int
}

func (b *resetByOther) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !b.busy.CompareAndSwap(false, true) {
		return
	}
	defer b.busy.Store(false)
	b.seen[r.Host]++ // want `concurrent map access ends the process: \S+ is written by requests, which run concurrently, and no mutex guards it`
}

func (b *resetByOther) Reset() { b.busy.Store(false) }

// A second value lets two in.
type twoValues struct {
	turn chan struct{}
	seen map[string]int
}

func newTwoValues() *twoValues {
	s := &twoValues{turn: make(chan struct{}, 1), seen: make(map[string]int)}
	s.turn <- struct{}{}
	return s
}

func (s *twoValues) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	<-s.turn
	s.seen[r.Host]++ // want `concurrent map access ends the process: \S+ is written by requests, which run concurrently, and no mutex guards it`
	s.turn <- struct{}{}
}

func (s *twoValues) Wake() { s.turn <- struct{}{} }
