package a

import (
	"context"
	"sync"
	"time"
)

func Every(d time.Duration, f func()) (stop func()) { // want Every:"needs a call of result 0"
	done := make(chan struct{})
	var once sync.Once
	go func() {
		for {
			select {
			case <-time.After(d):
				f()
			case <-done:
				return
			}
		}
	}()
	return func() { once.Do(func() { close(done) }) }
}

func Until(f func()) (context.CancelFunc, error) { // want Until:"needs a call of result 0"
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for ctx.Err() == nil {
			f()
		}
	}()
	return cancel, nil
}

// The context of the caller ends it as well.
func UntilOf(ctx context.Context, f func()) context.CancelFunc {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		for ctx.Err() == nil {
			f()
		}
	}()
	return cancel
}

// It ends after ten passes.
func Tenfold(f func()) (stop func()) {
	done := make(chan struct{})
	go func() {
		for range 10 {
			select {
			case <-time.After(time.Second):
				f()
			case <-done:
				return
			}
		}
	}()
	return func() { close(done) }
}

type Grouped struct {
	wg   sync.WaitGroup
	stop chan struct{}
}

func NewGrouped() *Grouped { // want NewGrouped:"needs Close"
	g := &Grouped{stop: make(chan struct{})}
	g.wg.Go(g.loop)
	return g
}

func (g *Grouped) loop() {
	for {
		select {
		case <-g.stop:
			return
		case <-time.After(time.Second):
		}
	}
}

func (g *Grouped) Close() {
	close(g.stop)
	g.wg.Wait()
}
