// Package blockedsend answers callers that may have left.
package blockedsend

import (
	"context"
	"sync"
)

// What a caller waits for is in a map, and the caller may have left.
type rpcClient struct {
	mu      sync.Mutex
	seq     uint64
	pending map[uint64]chan string
	closed  chan struct{}
}

func newRPCClient(replies <-chan string) *rpcClient {
	c := &rpcClient{pending: make(map[uint64]chan string), closed: make(chan struct{})}
	go c.read(replies)
	return c
}

func (c *rpcClient) read(replies <-chan string) {
	defer close(c.closed)
	id := uint64(0)
	for r := range replies {
		id++
		c.mu.Lock()
		ch := c.pending[id]
		delete(c.pending, id)
		c.mu.Unlock()
		if ch != nil {
			ch <- r // want `send on ch blocks forever when Call, which receives it, stops waiting at line 45: read then handles nothing else`
		}
	}
}

func (c *rpcClient) Call(ctx context.Context) (string, error) {
	ch := make(chan string)
	c.mu.Lock()
	c.seq++
	id := c.seq
	c.pending[id] = ch
	c.mu.Unlock()
	select {
	case r := <-ch:
		return r, nil
	case <-c.closed:
		return "", context.Canceled
	case <-ctx.Done():
		c.mu.Lock()
		delete(c.pending, id)
		c.mu.Unlock()
		return "", ctx.Err()
	}
}

// The channel to answer on comes through a channel.
type noticeboard struct {
	query chan chan []string
	stop  chan struct{}
	names []string
}

func newNoticeboard() *noticeboard {
	b := &noticeboard{query: make(chan chan []string), stop: make(chan struct{})}
	go b.loop()
	return b
}

func (b *noticeboard) loop() {
	for {
		select {
		case <-b.stop:
			return
		case reply := <-b.query:
			reply <- b.names // want `send on reply blocks forever when Names, which receives it, stops waiting`
		}
	}
}

func (b *noticeboard) Names(ctx context.Context) ([]string, error) {
	reply := make(chan []string)
	select {
	case b.query <- reply:
	case <-b.stop:
		return nil, context.Canceled
	}
	select {
	case names := <-reply:
		return names, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
