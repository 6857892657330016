package checkthenact

import (
	"net"
	"sync"
)

// Two values are stored at once.
type pair struct {
	mu   sync.Mutex
	conn net.Conn
	addr string
}

func (p *pair) connect(dial func(string) (net.Conn, error), addr string) error {
	p.mu.Lock()
	missing := p.conn == nil
	p.mu.Unlock()
	if !missing {
		return nil
	}
	c, err := dial(addr)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conn, p.addr = c, addr // want `update of another goroutine may be lost`
	return nil
}

// More is done with the new connection: it would be done to the old one again.
func (p *Pool) Follow(addr string) error {
	p.mu.Lock()
	_, ok := p.conns[addr]
	p.mu.Unlock()
	if ok {
		return nil
	}
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.conns[addr] = c // want `update of another goroutine may be lost`
	p.mu.Unlock()
	go follow(c)
	return nil
}

func follow(c net.Conn) { _, _ = c.Read(nil) }

// The loop uses the variable before it comes here again.
func (p *Pool) Serve(addrs <-chan string, dial func(string) net.Conn) {
	var c net.Conn
	for addr := range addrs {
		if c != nil {
			_ = c.Close()
		}
		p.mu.Lock()
		_, ok := p.conns[addr]
		p.mu.Unlock()
		if ok {
			continue
		}
		c = dial(addr)
		p.mu.Lock()
		p.conns[addr] = c // want `p.conns is stored because of the test`
		p.mu.Unlock()
	}
}

// What was made of the old value is not in the field yet.
func (p *Pool) Grow(names []string) {
	p.mu.Lock()
	n := p.n
	p.mu.Unlock()
	for range names {
		n++
	}
	p.mu.Lock()
	p.n = n // want `p.n is computed from its value`
	p.mu.Unlock()
}

func (p *Pool) Shrink(by int) {
	p.mu.Lock()
	n := p.n
	p.mu.Unlock()
	left := n - by
	p.mu.Lock()
	p.n = left // want `p.n is computed from its value`
	p.mu.Unlock()
}

func (p *Pool) Cap(most int) {
	p.mu.Lock()
	n := p.n
	p.mu.Unlock()
	if n > most {
		p.mu.Lock()
		p.n = n - 1 // want `p.n is computed from its value`
		p.mu.Unlock()
	}
}

// Two fields under one lock are one finding.
type streams struct {
	mu       sync.Mutex
	out, err net.Conn
}

func (s *streams) open(dial func() net.Conn) (net.Conn, net.Conn) {
	s.mu.Lock()
	out, err := s.out, s.err
	s.mu.Unlock()
	if out == nil {
		out = dial()
	}
	if err == nil {
		err = dial()
	}
	s.mu.Lock()
	s.out, s.err = out, err // want `update of another goroutine may be lost`
	s.mu.Unlock()
	return out, err
}

// The one that is there may be out of date, which is why another one is made.
type providers struct {
	mu     sync.RWMutex
	byName map[string]*provider
}

type provider struct {
	net.Conn
	config string
}

func (p *providers) get(name, config string) *provider {
	p.mu.RLock()
	current, ok := p.byName[name]
	p.mu.RUnlock()
	if ok {
		hash := current.config
		if hash == config {
			return current
		}
	}
	made := &provider{config: config}
	p.mu.Lock()
	defer p.mu.Unlock()
	if current != nil {
		current.Close()
	}
	p.byName[name] = made // want `update of another goroutine may be lost`
	return made
}

// The last one is of no use for another name.
type reader struct {
	mu   sync.Mutex
	last *provider
}

func (r *reader) get(config string) *provider {
	r.mu.Lock()
	last := r.last
	r.mu.Unlock()
	if last != nil && last.config == config {
		return last
	}
	made := &provider{config: config}
	r.mu.Lock()
	r.last = made // want `update of another goroutine may be lost`
	r.mu.Unlock()
	return made
}

// What comes after the store is done once: a second close of the channel panics.
type attached struct {
	mu    sync.Mutex
	conns map[string]net.Conn
	ready chan struct{}
}

func (a *attached) connect(dial func(string) (net.Conn, error), id string) error {
	a.mu.Lock()
	c, ok := a.conns[id]
	a.mu.Unlock()
	if !ok || c != nil {
		return net.ErrClosed
	}
	c, err := dial(id)
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.conns[id] = c // want `update of another goroutine may be lost`
	close(a.ready)
	return nil
}
