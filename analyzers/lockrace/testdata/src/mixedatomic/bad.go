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
	return s.served // want `s.served is read plainly, and by an atomic operation on line 17: an atomic operation protects only from other atomic ones, so the two race`
}

// A plain write beside atomic loads.
func (s *Server) Close() {
	s.closed = 1 // want `s.closed is written plainly, and by an atomic operation on line 18`
}

// What was counted atomically is read plainly right after.
func (s *Server) fail() {
	atomic.AddInt32(&s.failed, 1)
	if s.failed > 10 { // want `s.failed is read plainly, and by an atomic operation on line 19`
		log.Print("too many failures")
	}
}

func (s *Server) Fail() { s.fail() }

func (s *Server) Retry() {
	s.failed++ // want `s.failed is written plainly, and by an atomic operation on line 19`
}

var requests uint64

func Count() { atomic.AddUint64(&requests, 1) }

func Requests() uint64 {
	return requests // want `requests is read plainly, and by an atomic operation on line 48`
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
	return g.value // want `g.value is read plainly, and by an atomic operation on line 60`
}
