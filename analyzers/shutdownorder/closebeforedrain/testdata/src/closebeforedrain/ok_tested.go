package closebeforedrain

import "sync"

// The send holds the lock of the test.
type poll struct {
	mu    sync.Mutex
	votes chan int
	ended bool
}

func newPoll(next func() int) *poll {
	p := &poll{votes: make(chan int, 8)}
	go p.count(next)
	return p
}

func (p *poll) Votes() <-chan int { return p.votes }

func (p *poll) count(next func() int) {
	for {
		v := next()
		p.mu.Lock()
		if p.ended {
			p.mu.Unlock()
			return
		}
		select {
		case p.votes <- v:
		default:
		}
		p.mu.Unlock()
	}
}

func (p *poll) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.ended = true
		close(p.votes)
	}
}

// The flag keeps further sends away, and the close waits for those that have begun.
type ledger struct {
	mu      sync.Mutex
	entries chan int
	closing bool
	sends   sync.WaitGroup
}

func newLedger() *ledger { return &ledger{entries: make(chan int)} }

func (l *ledger) Entries() <-chan int { return l.entries }

func (l *ledger) record(n int) {
	l.mu.Lock()
	if l.closing {
		l.mu.Unlock()
		return
	}
	l.sends.Add(1)
	l.mu.Unlock()
	defer l.sends.Done()
	l.entries <- n
}

func (l *ledger) run(each <-chan int) {
	for n := range each {
		go l.record(n)
	}
}

func (l *ledger) Close() {
	l.mu.Lock()
	l.closing = true
	l.mu.Unlock()
	l.sends.Wait()
	close(l.entries)
}
