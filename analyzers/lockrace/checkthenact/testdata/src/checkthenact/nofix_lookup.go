package checkthenact

import (
	"net"
	"sync"
)

// A Relay keeps sessions.
type Relay struct {
	mu       sync.Mutex
	sessions map[int]net.Conn
}

func (r *Relay) session(id int) (net.Conn, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, ok := r.sessions[id]
	return c, ok
}

func (r *Relay) keep(id int, c net.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sessions[id] = c
}

// Session looks by one method, and stores by another.
func (r *Relay) Session(id int, addr string) (net.Conn, error) {
	if c, ok := r.session(id); ok {
		return c, nil
	}
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	r.keep(id, c) // want `two goroutines may both pass the test at line 29 before r\.keep changes r\.sessions: r\.mu is released between the two`
	return c, nil
}
