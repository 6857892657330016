package closebeforedrain

import (
	"sync"
	"time"
)

type bells struct {
	mu      sync.Mutex
	stopped bool
	due     chan int
}

func newBells() *bells { return &bells{due: make(chan int, 64)} }

// The function of the timer acquires the lock, and asks whether the channel is closed.
func (b *bells) Start(every time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	time.AfterFunc(every, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.stopped {
			return
		}
		select {
		case b.due <- 1:
		default:
		}
	})
}

func (b *bells) Stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.stopped {
		b.stopped = true
		close(b.due)
	}
}
