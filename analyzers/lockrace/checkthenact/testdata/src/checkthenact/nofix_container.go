package checkthenact

import (
	"net"
	"net/http"
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

// The Do of a client keeps no other goroutine away.
func (r *registry) probed(c *http.Client, req *http.Request, addr string) (net.Conn, error) {
	if conn := r.Get(addr); conn != nil {
		return conn, nil
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	resp.Body.Close()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	r.Set(addr, conn) // want `r.Set stores because of the test at line \d+`
	return conn, nil
}
