package unlockedaccess_any

import (
	"fmt"
	"sync"
)

// A channel that the lock guards, as it is taken away.
type hatch struct {
	mu   sync.Mutex
	eggs chan int
	hens map[string]int
	feed map[string]int
}

func (h *hatch) Lay(egg int) bool {
	eggs := h.eggs // want `data race with line \d+: h\.eggs is read without h\.mu, which 2 of 3 accesses hold`
	if eggs == nil {
		return false
	}
	eggs <- egg
	return true
}

func (h *hatch) Close() {
	h.mu.Lock()
	eggs := h.eggs
	h.eggs = nil
	h.mu.Unlock()
	close(eggs)
}

func (h *hatch) Eats(hen string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.hens[hen] + h.feed[hen]
}

// Another lock that is held is not the one that guards the field.
type farm struct {
	gate  sync.Mutex
	hatch *hatch
}

func (h *hatch) Hire(hen string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hens[hen] = 1
	h.feed[hen] = 1
}

func (f *farm) Hens() {
	f.gate.Lock()
	defer f.gate.Unlock()
	for hen := range f.hatch.hens { // want `data race with line \d+: f\.hatch\.hens is read without f\.hatch\.mu, which \d of \d accesses hold`
		fmt.Println(hen)
	}
}

// To write elements of a map without the lock is a finding of its own.
func (h *hatch) Watch(hen string, leaves func()) {
	go func() {
		leaves()
		if len(h.hens) > 0 { // want `data race with line \d+: h\.hens is read without h\.mu`
			delete(h.feed, hen) // want `data race with line \d+: h\.feed is written without h\.mu`
		}
	}()
}

// A call that starts one errand may be made at any time.
type bell struct {
	mu    sync.RWMutex
	rings []func(bool)
}

func (b *bell) Add(ring func(bool)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rings = append(b.rings, ring)
}

func (b *bell) Count() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return len(b.rings)
}

func (b *bell) Strike(loud bool) {
	rings := b.rings // want `data race with line \d+: b\.rings is read without b\.mu, which \d of \d accesses hold`
	go func() {
		for _, ring := range rings {
			ring(loud)
		}
	}()
}
