package missedwakeup

import (
	"sync"
	"sync/atomic"
)

// A press stops by an atomic flag, and wakes its workers without their lock.
type inkPress struct {
	mu      sync.Mutex
	cond    *sync.Cond
	sheets  []string
	stopped atomic.Bool
	workers sync.WaitGroup
}

func newInkPress() *inkPress {
	p := &inkPress{}
	p.cond = sync.NewCond(&p.mu)
	for range 4 {
		p.workers.Go(p.work)
	}
	return p
}

func (p *inkPress) next() (string, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.sheets) == 0 {
		if p.stopped.Load() {
			return "", false
		}
		p.cond.Wait()
	}
	sheet := p.sheets[0]
	p.sheets = p.sheets[1:]
	return sheet, true
}

func (p *inkPress) work() {
	for {
		sheet, ok := p.next()
		if !ok {
			return
		}
		println(sheet)
	}
}

func (p *inkPress) Print(sheet string) {
	p.mu.Lock()
	p.sheets = append(p.sheets, sheet)
	p.mu.Unlock()
	p.cond.Signal()
}

func (p *inkPress) Stop() {
	p.stopped.Store(true) // want `wake-up is lost between the test of stopped at line 30 and the Wait at line 33: mu is not held while it changes here`
	p.cond.Broadcast()
	p.workers.Wait()
}

// The loop asks for the flag in its condition, and the wake-up is deferred.
type fulling struct {
	mu     sync.Mutex
	cond   sync.Cond
	closed atomic.Bool
	n      int
}

func newFulling() *fulling {
	l := &fulling{}
	l.cond.L = &l.mu
	return l
}

func (l *fulling) wait() {
	l.mu.Lock()
	for l.n == 0 && !l.closed.Load() {
		l.cond.Wait()
	}
	l.mu.Unlock()
}

func (l *fulling) close() {
	defer l.cond.Broadcast()
	l.closed.Store(true) // want `wake-up is lost between the test of closed at line \d+ and the Wait at line \d+: mu is not held while it changes here`
}
