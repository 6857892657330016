package stopnotcalled

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

type caller struct {
	mu      sync.Mutex
	pending map[string]chan string
	out     chan string
	w       io.Writer
}

// The entry of a call that nothing answers in time stays.
func (c *caller) call(ctx context.Context, id, text string) (string, error) {
	ch := make(chan string, 1)
	c.mu.Lock()
	c.pending[id] = ch
	c.mu.Unlock()
	select {
	case c.out <- id + " " + text:
	case <-ctx.Done():
		c.forget(id)
		return "", ctx.Err()
	}
	select {
	case r := <-ch:
		return r, nil
	case <-ctx.Done():
		return "", ctx.Err() // want `pending grows with each failure: what is added at line 22 is not deleted on this return, as it is at line 27`
	}
}

func (c *caller) forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pending, id)
}

// The entry of a call that was not written stays.
func (c *caller) ask(id, text string) (string, error) {
	ch := make(chan string, 1)
	c.mu.Lock()
	c.pending[id] = ch
	c.mu.Unlock()
	if _, err := io.WriteString(c.w, text); err != nil {
		return "", err // want `pending grows with each failure: what is added at line 48 is not deleted on this return, as it is at line 60`
	}
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case r := <-ch:
		return r, nil
	case <-timer.C:
		c.mu.Lock()
		delete(c.pending, id)
		c.mu.Unlock()
		return "", errors.New("timeout")
	}
}

// A second call for the key is refused; the one that failed stays.
func (c *caller) once(id string, work func() error) error {
	if _, ok := c.pending[id]; ok {
		return errors.New("pending")
	}
	c.pending[id] = nil
	if err := work(); err != nil {
		return err // want `pending grows with each failure: what is added at line 71 is not deleted on this return, as it is at line 75`
	}
	delete(c.pending, id)
	return nil
}
