package blockingunderlock

import (
	"context"
	"sync"

	"example.com/watch"
)

// The function that the loop calls acquires another lock.
type calmLink struct {
	mu, state sync.Mutex
	wg        sync.WaitGroup
	guard     *watch.Guard
	cancel    context.CancelFunc
	up        bool
}

func (l *calmLink) Open() {
	l.mu.Lock()
	defer l.mu.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	l.cancel = cancel
	l.guard = watch.New(l.isUp)
	l.wg.Add(1)
	go func() {
		defer l.wg.Done()
		l.guard.Start(ctx)
	}()
}

func (l *calmLink) isUp() bool {
	l.state.Lock()
	defer l.state.Unlock()
	return l.up
}

func (l *calmLink) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cancel()
	l.wg.Wait()
}
