package unlockedaccess

import "sync"

// A store is set once, by who puts the broker together.
type broker struct {
	mu    sync.Mutex
	store interface{ Keep(int) }
	seen  map[int]bool
}

func (b *broker) SetStore(store interface{ Keep(int) }) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.store = store
}

func (b *broker) Open(n int) {
	b.mu.Lock()
	b.seen[n] = true
	keep := b.store != nil
	b.mu.Unlock()
	if keep {
		b.store.Keep(n)
	}
}

func (b *broker) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.store != nil {
		b.store.Keep(len(b.seen))
	}
}
