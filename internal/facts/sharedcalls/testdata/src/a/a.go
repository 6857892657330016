package a

import (
	"context"
	"errors"
	"sync"
)

type call struct {
	done chan struct{}
	wg   sync.WaitGroup
	val  string
	err  error
}

type group struct {
	mu    sync.Mutex
	calls map[string]*call
	vals  map[string]string
}

func (g *group) Do(key string, fn func() (string, error)) (string, error) { // want Do:"shares argument 1"
	g.mu.Lock()
	if c, ok := g.calls[key]; ok {
		g.mu.Unlock()
		<-c.done
		return c.val, c.err
	}
	c := &call{done: make(chan struct{})}
	g.calls[key] = c
	g.mu.Unlock()
	c.val, c.err = fn()
	g.mu.Lock()
	delete(g.calls, key)
	g.mu.Unlock()
	close(c.done)
	return c.val, c.err
}

func (g *group) Group(fn func() (string, error), key string) (string, error) { // want Group:"shares argument 0"
	g.mu.Lock()
	c := g.calls[key]
	if c != nil {
		g.mu.Unlock()
		c.wg.Wait()
		return c.val, c.err
	}
	c = new(call)
	c.wg.Add(1)
	g.calls[key] = c
	g.mu.Unlock()
	c.val, c.err = fn()
	c.wg.Done()
	return c.val, c.err
}

// Nothing waits for the call of another caller.
func (g *group) Cached(key string, fn func() (string, error)) (string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if v, ok := g.vals[key]; ok {
		return v, nil
	}
	v, err := fn()
	g.vals[key] = v
	return v, err
}

// Each caller makes the call, one after the other.
func (g *group) InTurn(key string, fn func() (string, error)) (string, error) {
	g.mu.Lock()
	c, ok := g.calls[key]
	g.mu.Unlock()
	if ok {
		<-c.done
	}
	return fn()
}

// A caller whose predecessor was canceled makes the call itself.
func (g *group) Again(key string, fn func() (string, error)) (string, error) {
	g.mu.Lock()
	if c, ok := g.calls[key]; ok {
		g.mu.Unlock()
		<-c.done
		if errors.Is(c.err, context.Canceled) {
			return fn()
		}
		return c.val, c.err
	}
	c := &call{done: make(chan struct{})}
	g.calls[key] = c
	g.mu.Unlock()
	c.val, c.err = fn()
	close(c.done)
	return c.val, c.err
}
