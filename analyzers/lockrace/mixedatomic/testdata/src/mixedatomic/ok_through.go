package mixedatomic

import (
	"sync"
	"sync/atomic"
)

// A tally is reached by a field of its owner. Both hold the owner's lock where one writes.
type tally struct{ hits int64 }

type board struct {
	mu    sync.Mutex
	tally *tally
}

func newBoard() *board {
	b := &board{tally: &tally{}}
	b.tally.hits = 1
	return b
}

func (b *board) Hit() {
	b.mu.Lock()
	defer b.mu.Unlock()
	atomic.AddInt64(&b.tally.hits, 1)
}

func (b *board) Hits() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tally.hits
}

func (b *board) Run() {
	go b.Hit()
	go b.Hits()
	_ = newBoard()
}
