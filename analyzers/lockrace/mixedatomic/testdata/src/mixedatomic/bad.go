package mixedatomic

import (
	"log"
	"sync"
	"sync/atomic"
)

type Server struct {
	served int64
	closed uint32
	failed int32
	limit  int64
}

func (s *Server) Handle() {
	atomic.AddInt64(&s.served, 1)
	if atomic.LoadUint32(&s.closed) == 1 {
		atomic.AddInt32(&s.failed, 1)
	}
}

func (s *Server) Served() int64 {
	return s.served // want `data race: s\.served is read without an atomic operation, and accessed atomically at line \d+`
}

// A plain write beside atomic loads.
func (s *Server) Close() {
	s.closed = 1 // want `data race: s\.closed is written without an atomic operation, and accessed atomically at line \d+`
}

// What was counted atomically is read plainly right after.
func (s *Server) fail() {
	atomic.AddInt32(&s.failed, 1)
	if s.failed > 10 { // want `data race: s\.failed is read without an atomic operation, and accessed atomically at line \d+`
		log.Print("too many failures")
	}
}

func (s *Server) Fail() { s.fail() }

func (s *Server) Retry() {
	s.failed++ // want `data race: s\.failed is written without an atomic operation, and accessed atomically at line \d+`
}

var requests uint64

func Count() { atomic.AddUint64(&requests, 1) }

func Requests() uint64 {
	return requests // want `data race: requests is read without an atomic operation, and accessed atomically at line \d+`
}

// One lock does not help when the other side does not take it.
type Gauge struct {
	mu    sync.Mutex
	value int64
}

func (g *Gauge) Add(n int64) { atomic.AddInt64(&g.value, n) }

func (g *Gauge) Value() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.value // want `data race: g\.value is read without an atomic operation, and accessed atomically at line \d+`
}

// The result of the swap decides nothing: another goroutine counts between it and the reset.
type traffic struct{ sent, dropped uint64 }

func (t *traffic) Sent() { atomic.AddUint64(&t.sent, 1) }
func (t *traffic) Drop() { atomic.AddUint64(&t.dropped, 1) }

func (t *traffic) Reset() (sent uint64) {
	sent = atomic.SwapUint64(&t.sent, 0)
	t.dropped = 0 // want `data race: t.dropped is written without an atomic operation`
	return sent
}
