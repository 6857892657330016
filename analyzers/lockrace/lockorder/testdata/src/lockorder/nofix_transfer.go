package lockorder

import (
	"sync"
)

type purse struct {
	mu    sync.Mutex
	id    int
	coins int
	next  *purse
}

// Give locks the two in the order in which it gets them.
func Give(from, to *purse, coins int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock() // want `two calls with swapped arguments deadlock: to\.mu is acquired while from\.mu is held since line \d+, in the order of the arguments`
	defer to.mu.Unlock()
	from.coins -= coins
	to.coins += coins
}

func (p *purse) Merge(other *purse) {
	p.mu.Lock()
	defer p.mu.Unlock()
	other.mu.Lock() // want `other.mu is acquired while p.mu is held`
	p.coins += other.coins
	other.coins = 0
	other.mu.Unlock()
}

// Two objects of one type.
func transfer(from, to *Account, n int) {
	from.mu.Lock()
	to.mu.Lock() // want `to.mu is acquired while from.mu is held`
	from.balance -= n
	to.balance += n
	to.mu.Unlock()
	from.mu.Unlock()
}
