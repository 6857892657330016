//leak:pattern Send under the lock that the receiver needs
//leak:source GCatch, channel and mutex
//leak:reported lockrace/blocking-under-lock

package cases

import "sync"

func init() {
	All["send-under-lock"] = func() {
		b := &board{updates: make(chan int)}
		go b.post(1)
		b.read()
	}
}

type board struct {
	mu      sync.Mutex
	updates chan int
	last    int
}

func (b *board) post(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.updates <- n
	b.last = n
}

func (b *board) read() {
	_ = work()
	b.mu.Lock()
	b.last = 0
	b.mu.Unlock()
	<-b.updates
}
