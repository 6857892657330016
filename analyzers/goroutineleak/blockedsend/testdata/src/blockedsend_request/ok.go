package blockedsend

import (
	"context"
	"sync"
)

// The channel has room for the one reply.
type roomyClient struct {
	mu      sync.Mutex
	pending map[string]chan string
}

func newRoomyClient(replies <-chan string) *roomyClient {
	c := &roomyClient{pending: make(map[string]chan string)}
	go c.read(replies)
	return c
}

func (c *roomyClient) read(replies <-chan string) {
	for r := range replies {
		c.mu.Lock()
		ch := c.pending[r]
		delete(c.pending, r)
		c.mu.Unlock()
		if ch != nil {
			ch <- r
		}
	}
}

func (c *roomyClient) Call(ctx context.Context, id string) (string, error) {
	ch := make(chan string, 1)
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

// Who asks waits for the answer, however long it takes.
type patientBoard struct {
	query chan chan int
	stop  chan struct{}
}

func newPatientBoard() *patientBoard {
	b := &patientBoard{query: make(chan chan int), stop: make(chan struct{})}
	go b.loop()
	return b
}

func (b *patientBoard) loop() {
	n := 0
	for {
		select {
		case <-b.stop:
			return
		case reply := <-b.query:
			n++
			reply <- n
		}
	}
}

func (b *patientBoard) Next(ctx context.Context) (int, error) {
	reply := make(chan int)
	select {
	case b.query <- reply:
		return <-reply, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// The answer is dropped when nobody waits for it.
type droppingBoard struct{ query chan chan int }

func newDroppingBoard(stop <-chan struct{}) *droppingBoard {
	b := &droppingBoard{query: make(chan chan int)}
	go func() {
		for {
			select {
			case <-stop:
				return
			case reply := <-b.query:
				select {
				case reply <- 1:
				default:
				}
			}
		}
	}()
	return b
}

func (b *droppingBoard) Next(ctx context.Context) (int, error) {
	reply := make(chan int)
	select {
	case b.query <- reply:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	select {
	case n := <-reply:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
