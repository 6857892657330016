package waitwithoutadd

import "sync"

// The flag is tested in a critical section of its own: Close may set it, and wait, before the Add.
type lateCloser struct {
	mu     sync.Mutex
	closed bool
	work   sync.WaitGroup
	do     func()
}

func (l *lateCloser) Later() {
	go l.fire()
}

func (l *lateCloser) fire() {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return
	}
	l.mu.Unlock()
	l.work.Add(1) // want `may return too early: l\.work\.Add runs in the goroutine that it counts`
	defer l.work.Done()
	l.do()
}

func (l *lateCloser) Close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.work.Wait()
}
