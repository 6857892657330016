package lockorder

import "sync"

type drawer struct {
	id  int
	mu  sync.Mutex
	qty int
}

// lockDrawers acquires both in the order of their numbers, in literals of its own.
func lockDrawers(a, b *drawer) (unlock func()) {
	if b.id < a.id {
		a, b = b, a
	}
	func() { a.mu.Lock() }()
	func() { b.mu.Lock() }()
	return func() {
		b.mu.Unlock()
		a.mu.Unlock()
	}
}

func refill(from, to *drawer, n int) {
	defer lockDrawers(from, to)()
	from.qty -= n
	to.qty += n
}
