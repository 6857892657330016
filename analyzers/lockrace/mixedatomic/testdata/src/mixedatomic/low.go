package mixedatomic

import (
	"fmt"
	"log"
	"sync/atomic"
)

type meter struct {
	ready uint32
	total int64
}

func (m *meter) add(n int64) { atomic.AddInt64(&m.total, n) }

// A flag is loaded before, which may say that nobody adds any more.
func (m *meter) sum() int64 {
	if atomic.LoadUint32(&m.ready) == 0 {
		return 0
	}
	return m.total // want `data race: m\.total is read without an atomic operation, and accessed atomically at line \d+`
}

// The number only goes into the text of an error, or into the log.
func (s *Server) Refuse() error {
	log.Printf("%d requests", s.served)                // want `data race: s\.served is read without an atomic operation, and accessed atomically at \S*bad\.go:\d+`
	return fmt.Errorf("%d requests, enough", s.served) // want `data race: s\.served is read without an atomic operation, and accessed atomically at \S*bad\.go:\d+`
}

// What a caller configures may be out of date anyway.
type balance struct{ ratio uint32 }

func (b *balance) SetRatio(ratio uint32) { atomic.StoreUint32(&b.ratio, ratio) }

func (b *balance) Picks(hash uint32) bool {
	return hash%100 < b.ratio // want `data race: b\.ratio is read without an atomic operation, and accessed atomically at line \d+`
}
