package writeunderrlock

import (
	"container/ring"
	"strconv"
	"sync"
)

// The literal runs before Do returns, and under the read lock.
type reelOf struct {
	mu  sync.RWMutex
	at  *ring.Ring
	buf []byte
}

func (t *reelOf) Keys() map[string]bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	keys := make(map[string]bool)
	t.at.Do(func(v any) {
		if n, ok := v.(int64); ok {
			keys[t.key(n)] = true
		}
	})
	return keys
}

func (t *reelOf) key(n int64) string {
	t.buf = strconv.AppendInt(t.buf[:0], n, 10) // want `data race with other readers: t\.buf is written while t\.mu is only read-locked`
	return string(t.buf)
}

func (t *reelOf) Add(n int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.at.Value = n
	t.at = t.at.Next()
}
