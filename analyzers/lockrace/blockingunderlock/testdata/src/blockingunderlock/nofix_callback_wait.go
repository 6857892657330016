package blockingunderlock

import (
	"context"
	"sync"

	"example.com/watch"
)

// The goroutine runs a loop of another package that calls a method which acquires the lock.
type link struct {
	mu     sync.Mutex
	wg     sync.WaitGroup
	guard  *watch.Guard
	cancel context.CancelFunc
	up     bool
}

func (l *link) Open() {
	l.mu.Lock()
	defer l.mu.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	l.cancel = cancel
	l.guard = watch.New(l.isUp)
	l.wg.Add(1)
	go func() {
		defer l.wg.Done()
		<-ctx.Done()
	}()
	l.wg.Add(1)
	go func() {
		l.guard.Start(ctx)
		l.wg.Done()
	}()
}

func (l *link) isUp() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.up
}

func (l *link) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cancel()
	l.up = false
	l.wg.Wait() // want `l\.wg\.Wait\(\) deadlocks: it blocks with l\.mu held since line \d+, and the goroutine that calls Done at line \d+ first calls Start, which may call isUp and acquire that lock`
	println(l.up)
}
