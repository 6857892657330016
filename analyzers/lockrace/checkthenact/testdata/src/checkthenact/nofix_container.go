package checkthenact

import (
	"net"
	"sync"
)

var feeds sync.Map

func feed(name string) chan string {
	v, ok := feeds.Load(name)
	if !ok {
		ch := make(chan string, 16)
		feeds.Store(name, ch) // want `feeds.Store stores because of the test at line \d+`
		v = ch
	}
	return v.(chan string)
}

// A registry makes each call safe.
type registry struct {
	mu    sync.Mutex
	conns map[string]net.Conn
}

func (r *registry) Get(addr string) net.Conn {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.conns[addr]
}

func (r *registry) Set(addr string, c net.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.conns[addr] = c
}

func open(r *registry, addr string) (net.Conn, error) {
	if c := r.Get(addr); c != nil {
		return c, nil
	}
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	r.Set(addr, c) // want `update of another goroutine may be lost: r.Set stores because of the test at line \d+, and another goroutine may have stored since`
	return c, nil
}
