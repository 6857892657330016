package mixedatomic

import (
	"net/http"
	"strconv"
	"sync/atomic"
)

// Only loads are atomic: a plain read races with the plain write, which another request makes.
type valve struct{ open int64 }

func (g *valve) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPut {
		g.open = 1 // want `data race: g\.open is written without an atomic operation, and accessed atomically at line \d+`
	}
	w.WriteHeader(int(g.open)) // want `data race with line 14: g\.open is read and written there without an atomic operation, and accessed atomically at line \d+`
}

func (g *valve) text() string {
	return strconv.FormatInt(g.open, 10) // want `data race with line 14: g\.open is read and written there without an atomic operation, and accessed atomically at line \d+`
}

func (g *valve) isOpen() bool { return atomic.LoadInt64(&g.open) != 0 }

// In a method that many call, what writes is a method of its own.
func (g *valve) Describe() string { return g.text() }
func (g *valve) IsOpen() bool     { return g.isOpen() }
