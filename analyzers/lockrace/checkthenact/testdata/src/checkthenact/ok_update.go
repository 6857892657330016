package checkthenact

import (
	"sync"
	"time"
)

type okHits struct {
	mu   sync.Mutex
	hits sync.Map
}

// Silent: a lock is held from the read to the store.
func (h *okHits) hit(page string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v, _ := h.hits.Load(page)
	n, _ := v.(int)
	h.hits.Store(page, n+1)
}

// Silent: what is stored does not depend on what was read.
func (h *okHits) touch(page string, now time.Time) time.Duration {
	v, ok := h.hits.Load(page)
	h.hits.Store(page, now.Add(time.Second))
	if !ok {
		return 0
	}
	return now.Sub(v.(time.Time))
}

// Silent: another key.
func (h *okHits) next(page, after string) {
	v, _ := h.hits.Load(page)
	n, _ := v.(int)
	h.hits.Store(after, n+1)
}

// Silent: the step does both.
func (h *okHits) swap(page string) bool {
	v, ok := h.hits.Load(page)
	return ok && h.hits.CompareAndSwap(page, v, v.(int)+1)
}
