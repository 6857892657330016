package missedwakeup

import (
	"context"
	"sync"
)

// A kiln's doors are told to close by a channel, which its waiters look at before they wait.
type kilnDoors struct {
	mu     sync.Mutex
	cond   *sync.Cond
	opened map[string]bool
	shut   chan struct{}
}

func newKilnDoors() *kilnDoors {
	d := &kilnDoors{opened: make(map[string]bool), shut: make(chan struct{})}
	d.cond = sync.NewCond(&d.mu)
	return d
}

func (d *kilnDoors) await(name string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for {
		select {
		case <-d.shut:
			return false
		default:
		}
		if d.opened[name] {
			return true
		}
		d.cond.Wait()
	}
}

func (d *kilnDoors) shutAll() {
	close(d.shut) // want `wake-up is lost between the test of d.shut at line \d+ and the Wait at line \d+: mu is not held while it changes here`
	d.cond.Broadcast()
}

// The channel is passed to the waiter, and the lock is that of the condition variable alone.
type glazes struct {
	cond  *sync.Cond
	dried map[string]bool
}

func newGlazes() *glazes {
	return &glazes{cond: sync.NewCond(&sync.Mutex{}), dried: make(map[string]bool)}
}

func (g *glazes) watch(name string, done <-chan struct{}) {
	leave := make(chan struct{})
	defer func() {
		close(leave) // want `wake-up is lost between the test of leave at line \d+ and the Wait at line \d+: cond.L is not held while it changes here`
		g.cond.Broadcast()
	}()
	dried := make(chan bool, 1)
	go func() { dried <- g.await(name, leave) }()
	select {
	case <-dried:
	case <-done:
	}
}

func (g *glazes) await(name string, leave <-chan struct{}) bool {
	g.cond.L.Lock()
	defer g.cond.L.Unlock()
	for {
		select {
		case <-leave:
			return false
		default:
		}
		if g.dried[name] {
			return true
		}
		g.cond.Wait()
	}
}

// The end of a context wakes the waiters.
type firings struct {
	mu    sync.Mutex
	cond  *sync.Cond
	ready int
}

func newFirings() *firings {
	f := &firings{}
	f.cond = sync.NewCond(&f.mu)
	return f
}

func (f *firings) literal(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() {
		f.cond.Broadcast() // want `wake-up is lost between the test of ctx at line \d+ and the Wait at line \d+: mu is not held while it ends here`
	})
	defer stop()
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.ready == 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		f.cond.Wait()
	}
	return nil
}

func (f *firings) value(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer context.AfterFunc(ctx, f.cond.Broadcast)() // want `wake-up is lost between the test of ctx at line \d+ and the Wait at line \d+: mu is not held while it ends here`
	for f.ready == 0 && ctx.Err() == nil {
		f.cond.Wait()
	}
	return ctx.Err()
}

func (f *firings) goroutine(ctx context.Context) {
	go func() {
		<-ctx.Done() // want `wake-up is lost between the test of ctx at line \d+ and the Wait at line \d+: mu is not held while it ends here`
		f.cond.Broadcast()
	}()
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.ready == 0 && ctx.Err() == nil {
		f.cond.Wait()
	}
}

// cancelled ends the context and wakes the waiters in two statements.
func (f *firings) cancelled(other chan struct{}) {
	ctx, cancel := context.WithCancel(context.Background())
	go f.goroutineOf(ctx)
	<-other
	cancel() // want `wake-up is lost between the test of ctx at line \d+ and the Wait at line \d+: mu is not held while it ends here`
	f.cond.Broadcast()
}

func (f *firings) goroutineOf(ctx context.Context) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.ready == 0 && ctx.Err() == nil {
		f.cond.Wait()
	}
}

func (f *firings) fire() {
	f.mu.Lock()
	f.ready++
	f.mu.Unlock()
	f.cond.Signal()
}
