package stopnotcalled

import (
	"context"
	"errors"
	"io"
)

// Each path deletes the entry.
func (c *caller) always(ctx context.Context, id string) (string, error) {
	ch := make(chan string, 1)
	c.mu.Lock()
	c.pending[id] = ch
	c.mu.Unlock()
	defer c.forget(id)
	select {
	case r := <-ch:
		return r, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// The deletion is deferred before the entry is added.
func (c *caller) before(ctx context.Context, id string) (string, error) {
	ch := make(chan string, 1)
	defer func() {
		c.mu.Lock()
		delete(c.pending, id)
		c.mu.Unlock()
	}()
	c.mu.Lock()
	c.pending[id] = ch
	c.mu.Unlock()
	select {
	case r := <-ch:
		return r, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// What has sent the response has deleted the entry.
func (c *caller) refused(ctx context.Context, id string) (string, error) {
	ch := make(chan string, 1)
	c.mu.Lock()
	c.pending[id] = ch
	c.mu.Unlock()
	select {
	case r := <-ch:
		if r == "" {
			return "", errors.New("refused")
		}
		return r, nil
	case <-ctx.Done():
		c.forget(id)
		return "", ctx.Err()
	}
}

type members struct{ known map[string]io.Closer }

// The entry is kept where the function succeeds; its last call is one that may fail.
func (m *members) join(id string, c io.Closer, allowed func(string) bool, greet func(io.Closer) error) error {
	m.known[id] = c
	if !allowed(id) {
		delete(m.known, id)
		return errors.New("not allowed")
	}
	return greet(c)
}

// The end of what is kept may delete it.
func (m *members) register(id string, c io.Closer, check, greet func(io.Closer) error) error {
	m.known[id] = c
	if err := check(c); err != nil {
		c.Close()
		return err
	}
	if err := greet(c); err != nil {
		delete(m.known, id)
		return err
	}
	return nil
}

// Another key is deleted.
func (m *members) rename(id, old string, greet func(io.Closer) error) error {
	c := m.known[old]
	m.known[id] = c
	if err := greet(c); err != nil {
		return err
	}
	delete(m.known, old)
	return nil
}

type batch struct{ parts []string }

type batches struct{ open map[string]*batch }

// The entry belongs to several calls: the next one adds to it.
func (b *batches) add(id, part string, last bool, store func([]string) error) error {
	have, ok := b.open[id]
	if !ok {
		have = &batch{}
		b.open[id] = have
	}
	have.parts = append(have.parts, part)
	if !last {
		return nil
	}
	if err := store(have.parts); err != nil {
		return err
	}
	delete(b.open, id)
	return nil
}

// A comment gives the reason.
func (m *members) recovered(id string, c io.Closer, greet func(io.Closer) error) error {
	m.known[id] = c
	if err := greet(c); err != nil {
		return err // it stays on purpose, so that a restart can recover it
	}
	delete(m.known, id)
	return nil
}

// Each pass of the loop has its own key: it adds one or deletes another.
func (c *caller) apply(changes map[string]bool, log func(string) error) error {
	for id, added := range changes {
		if added {
			c.pending[id] = nil
		} else {
			delete(c.pending, id)
		}
		if err := log(id); err != nil {
			return err
		}
	}
	return nil
}
