package checkthenact

import "sync/atomic"

// A threshold is no count that has to be complete.
func (t *turnstile) Relax() {
	if atomic.LoadInt64(&t.shut) > 10 {
		atomic.StoreInt64(&t.shut, 0)
	}
}

// Nothing adds to what is only set.
func (t *turnstile) Switch() int64 {
	mode := atomic.LoadInt64(&t.mode)
	atomic.StoreInt64(&t.mode, 0)
	return mode
}

func (t *turnstile) Set(mode int64) { atomic.StoreInt64(&t.mode, mode) }

// Swap reads and resets in one step.
func (t *turnstile) Shut() int64 { return atomic.SwapInt64(&t.shut, 0) }
