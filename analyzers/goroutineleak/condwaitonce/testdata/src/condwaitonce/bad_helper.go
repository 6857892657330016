package condwaitonce

import (
	"errors"
	"sync"
)

// batches wakes all its consumers for each batch, and a method says whether there is one.
type batches struct {
	mu     sync.Mutex
	ready  *sync.Cond
	items  []string
	closed bool
}

func newBatches() *batches {
	b := new(batches)
	b.ready = sync.NewCond(&b.mu)
	return b
}

func (b *batches) add(items ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.items = append(b.items, items...)
	b.ready.Broadcast()
}

func (b *batches) idle() bool { return len(b.items) == 0 && !b.closed }

func (b *batches) take() (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.idle() {
		b.ready.Wait() // want `condition b.idle\(\) may hold again when b.ready.Wait returns, and the code at line 40 relies on the opposite: no test after it excludes that`
	}
	if b.closed && len(b.items) == 0 {
		return "", errors.New("closed")
	}
	item := b.items[0]
	b.items = b.items[1:]
	return item, nil
}
