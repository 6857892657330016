package unlockedaccess_any

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

var errExists = errors.New("exists")

type balancer struct {
	mu    sync.RWMutex
	loads map[string]int
	total int
}

func (b *balancer) Add(host string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.loads[host]++
	b.total++
}

func (b *balancer) Drop(host string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.total -= b.loads[host]
	delete(b.loads, host)
}

func (b *balancer) Total() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.total + b.loads[""] + len(b.loads)
}

// The loop is short work.
func (b *balancer) Loads() map[string]int {
	loads := map[string]int{}
	// All of them.
	for host, n := range b.loads { // want `b.loads is read without b.mu`
		loads[host] = n
	} // no more
	return loads
}

type branches struct {
	mu    sync.RWMutex
	loads map[string]int
	total int
}

func (b *branches) Add(host string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.loads[host]++
	b.total++
}

func (b *branches) Drop(host string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.total -= b.loads[host]
	delete(b.loads, host)
}

func (b *branches) Total() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.total + b.loads[""] + len(b.loads)
}

// It is left early, and what is returned is made without the lock.
func (b *branches) Branch(name string) (int, error) {
	for host := range b.loads { // want `b.loads is read without b.mu`
		if strings.EqualFold(host, name) {
			return 0, fmt.Errorf("%s: %w", host, errExists)
		}
		if host == "" {
			break
		}
	}
	return len(name), nil
}

type capacity struct {
	mu    sync.RWMutex
	loads map[string]int
	total int
}

func (b *capacity) Add(host string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.loads[host]++
	b.total++
}

func (b *capacity) Drop(host string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.total -= b.loads[host]
	delete(b.loads, host)
}

func (b *capacity) Total() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.total + b.loads[""] + len(b.loads)
}

// Several accesses that belong together, and one that writes.
func (b *capacity) Max() int {
	// Nothing yet counts as one.
	if b.total == 0 { // want `b.total is read without b.mu`
		b.total = 1
	}
	hosts := len(b.loads)
	if b.loads[""] > 0 {
		hosts--
	}
	return b.total * 5 / (4 * hosts)
}
