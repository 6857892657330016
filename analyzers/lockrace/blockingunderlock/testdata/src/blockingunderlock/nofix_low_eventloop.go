package blockingunderlock

import "sync"

// A buffer delays the deadlock until it is full.
type ledger struct {
	mu     sync.Mutex
	events chan int
	quit   chan struct{}
	sum    int
}

func newLedger() *ledger {
	l := &ledger{events: make(chan int, 100), quit: make(chan struct{})}
	go l.loop()
	return l
}

func (l *ledger) loop() {
	for {
		select {
		case n := <-l.events:
			l.mu.Lock()
			l.sum += n
			l.mu.Unlock()
		case <-l.quit:
			return
		}
	}
}

func (l *ledger) Stop() { close(l.quit) }

func (l *ledger) Add(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select { // want `the select deadlocks when the channel's buffer is full: it blocks with l\.mu held since line \d+, and the goroutine that would unblock it at line \d+ acquires that lock first, at line \d+`
	case l.events <- n:
	case <-l.quit:
	}
}
