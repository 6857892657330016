package overlappingruns

import (
	"context"
	"sync/atomic"
	"time"
)

// The loop runs the work itself.
func (s *scheduler) okItself(ctx context.Context, tick *time.Ticker) {
	for {
		select {
		case <-tick.C:
			_ = s.task.Run(ctx)
		case <-ctx.Done():
			return
		}
	}
}

type entry struct {
	task    task
	running atomic.Bool
	busy    bool
}

// A flag is swapped.
func (s *scheduler) okSwap(ctx context.Context, tick *time.Ticker, e *entry) {
	for range tick.C {
		s.fireOnce(ctx, e)
	}
}

func (s *scheduler) fireOnce(ctx context.Context, e *entry) {
	if !e.running.CompareAndSwap(false, true) {
		return
	}
	s.wg.Go(func() {
		defer e.running.Store(false)
		_ = e.task.Run(ctx)
	})
}

// A flag is tested and set.
func (s *scheduler) okFlag(ctx context.Context, tick *time.Ticker, e *entry) {
	for range tick.C {
		if e.busy {
			continue
		}
		e.busy = true
		go func() {
			_ = e.task.Run(ctx)
			e.busy = false
		}()
	}
}

// A slot is taken.
func (s *scheduler) okSlot(ctx context.Context, tick *time.Ticker) {
	slots := make(chan struct{}, 1)
	for range tick.C {
		select {
		case slots <- struct{}{}:
		default:
			continue
		}
		go func() {
			defer func() { <-slots }()
			_ = s.task.Run(ctx)
		}()
	}
}

// The loop waits for the goroutine.
func (s *scheduler) okWaits(ctx context.Context, tick *time.Ticker) {
	for range tick.C {
		s.wg.Go(func() { _ = s.task.Run(ctx) })
		s.wg.Wait()
	}
}

// Each tick has work of its own.
func (s *scheduler) okOwn(ctx context.Context, tick *time.Ticker, next func() task) {
	for range tick.C {
		t := next()
		go func() { _ = t.Run(ctx) }()
	}
}

// It is started once.
func (s *scheduler) okOnce(ctx context.Context, tick *time.Ticker) {
	for {
		select {
		case <-tick.C:
			go func() { _ = s.task.Run(ctx) }()
			return
		case <-ctx.Done():
			return
		}
	}
}

// Nothing shows that the work lasts.
func (s *scheduler) okShort(tick *time.Ticker, n *atomic.Int64) {
	for range tick.C {
		go func() { n.Add(1) }()
	}
}
