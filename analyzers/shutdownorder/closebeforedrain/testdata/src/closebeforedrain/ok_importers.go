package closebeforedrain

import "sync"

// The lock keeps the send and the close apart.
type GuardedOutbox struct {
	mu      sync.RWMutex
	closed  bool
	letters chan string
}

func NewGuardedOutbox() *GuardedOutbox { return &GuardedOutbox{letters: make(chan string, 16)} }

// Post is called by HTTP handlers.
func (o *GuardedOutbox) Post(l string) bool {
	o.mu.RLock()
	defer o.mu.RUnlock()
	if o.closed {
		return false
	}
	select {
	case o.letters <- l:
		return true
	default:
		return false
	}
}

func (o *GuardedOutbox) Close() {
	o.mu.Lock()
	o.closed = true
	close(o.letters)
	o.mu.Unlock()
}

// The producer alone ends the list, by a method that is part of sending.
type Lines struct{ out chan string }

func NewLines() *Lines { return &Lines{out: make(chan string, 1)} }

func (l *Lines) Write(s string) { l.out <- s }

func (l *Lines) Finish() { close(l.out) }

// Calls are counted, and Close waits for them.
type Counted struct {
	calls sync.WaitGroup
	out   chan string
}

func NewCounted() *Counted { return &Counted{out: make(chan string, 1)} }

// Send may be called concurrently.
func (c *Counted) Send(s string) {
	c.calls.Add(1)
	defer c.calls.Done()
	c.out <- s
}

func (c *Counted) Close() {
	c.calls.Wait()
	close(c.out)
}

// The documentation leaves the order to the callers.
type Lot struct{ bids chan int }

func NewLot() *Lot { return &Lot{bids: make(chan int, 1)} }

func (l *Lot) Bid(n int) { l.bids <- n }

// Close must be called once, after the last Bid.
func (l *Lot) Close() { close(l.bids) }
