package mixedatomic

import "sync/atomic"

type summary struct {
	ready uint32
	total int64
}

// What says that it is ready is cleared first, and set last.
func (s *summary) renew(n int64) {
	atomic.StoreUint32(&s.ready, 0)
	atomic.AddInt64(&s.total, n)
	atomic.StoreUint32(&s.ready, 1)
}

func (s *summary) read() int64 {
	if atomic.LoadUint32(&s.ready) == 0 {
		return 0
	}
	return s.total // want `data race: s\.total is read without an atomic operation.*low confidence: an atomic operation before it may establish`
}
