package checkthenact

import (
	"net"
	"sync"
)

// An Exchange looks twice.
type Exchange struct {
	mu    sync.RWMutex
	once  sync.Mutex
	lines map[string]net.Conn
	names map[string]string
}

func (e *Exchange) find(peer string) net.Conn {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.lines[peer]
}

func (e *Exchange) keep(peer string, c net.Conn) net.Conn {
	e.mu.Lock()
	defer e.mu.Unlock()
	if other, ok := e.lines[peer]; ok {
		c.Close()
		return other
	}
	e.lines[peer] = c
	return c
}

// The key is read again under the second lock.
func (e *Exchange) Line(peer string) (net.Conn, error) {
	if c := e.find(peer); c != nil {
		return c, nil
	}
	c, err := net.Dial("tcp", peer)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if other := e.lines[peer]; other != nil {
		c.Close()
		return other, nil
	}
	e.lines[peer] = c
	return c, nil
}

// The method that stores does so.
func (e *Exchange) Kept(peer string) (net.Conn, error) {
	if c := e.find(peer); c != nil {
		return c, nil
	}
	c, err := net.Dial("tcp", peer)
	if err != nil {
		return nil, err
	}
	return e.keep(peer, c), nil
}

// Another lock is held for both.
func (e *Exchange) Once(peer string) (net.Conn, error) {
	e.once.Lock()
	defer e.once.Unlock()
	if c := e.find(peer); c != nil {
		return c, nil
	}
	c, err := net.Dial("tcp", peer)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	e.lines[peer] = c
	e.mu.Unlock()
	return c, nil
}

// What it finds does not decide: the line is replaced in any case.
func (e *Exchange) Redial(peer string) error {
	if old := e.find(peer); old != nil {
		old.Close()
	}
	c, err := net.Dial("tcp", peer)
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.lines[peer] = c
	return nil
}
