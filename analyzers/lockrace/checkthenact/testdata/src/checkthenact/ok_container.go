package checkthenact

import (
	"net"
	"strings"
	"sync"

	"golang.org/x/sync/singleflight"
)

type pool struct {
	conns sync.Map
	mu    sync.Mutex
	group singleflight.Group
}

// Silent: both are done in one step.
func (p *pool) both(addr string, c net.Conn) net.Conn {
	v, loaded := p.conns.LoadOrStore(addr, c)
	if loaded {
		_ = c.Close()
	}
	return v.(net.Conn)
}

// Silent: a lock is held from the test to the act.
func (p *pool) locked(addr string) (net.Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c, ok := p.conns.Load(addr); ok {
		return c.(net.Conn), nil
	}
	c, err := net.Dial("tcp", addr)
	if err == nil {
		p.conns.Store(addr, c)
	}
	return c, err
}

// Silent: one caller at a time.
func (p *pool) shared(addr string) (any, error) {
	c, err, _ := p.group.Do(addr, func() (any, error) {
		if c, ok := p.conns.Load(addr); ok {
			return c, nil
		}
		c, err := net.Dial("tcp", addr)
		if err == nil {
			p.conns.Store(addr, c)
		}
		return c, err
	})
	return c, err
}

// Silent: it is replaced whether there was one or not.
func (p *pool) replace(addr string, c net.Conn) {
	old, ok := p.conns.Load(addr)
	p.conns.Store(addr, c)
	if ok {
		_ = old.(net.Conn).Close()
	}
}

// Silent: another key.
func (p *pool) alias(addr, name string, c net.Conn) {
	if _, ok := p.conns.Load(addr); ok {
		p.conns.Store(name, c)
	}
}

var names sync.Map

// Silent: two equal entries are as good as one.
func name(id string) string {
	if v, ok := names.Load(id); ok {
		return v.(string)
	}
	n := strings.ToUpper(id)
	names.Store(id, n)
	return n
}
