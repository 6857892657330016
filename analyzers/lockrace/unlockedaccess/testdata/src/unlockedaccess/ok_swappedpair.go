package unlockedaccess

import "sync"

type rack struct {
	id  int
	mu  sync.Mutex
	qty map[string]int
}

func (s *rack) put(sku string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.qty[sku] += n
}

func (s *rack) count(sku string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.qty[sku]
}

// lockShelves acquires both locks in the order of the numbers, whichever parameter comes first.
func lockShelves(a, b *rack) (unlock func()) {
	if b.id < a.id {
		a, b = b, a
	}
	a.mu.Lock()
	b.mu.Lock()
	return func() {
		b.mu.Unlock()
		a.mu.Unlock()
	}
}

func moveStock(from, to *rack, sku string, n int) bool {
	defer lockShelves(from, to)()
	if from.qty[sku] < n {
		return false
	}
	from.qty[sku] -= n
	to.qty[sku] += n
	return true
}
