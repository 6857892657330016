package stopnotcalled

import (
	"context"
	"time"
)

// Nope. It is deferred.
func (b *bank) deferred(parent context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	return b.get(ctx, "")
}

// Nope. A function literal that is deferred calls it.
func (b *bank) literal(parent context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer func() {
		cancel()
	}()
	return b.get(ctx, "")
}

// Nope. The context has ended where it returns without.
func (b *bank) ends(parent context.Context, ready chan int) int {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	select {
	case n := <-ready:
		cancel()
		return n
	case <-ctx.Done():
		return 0
	}
}

// Nope. The goroutine calls it when it has ended.
func (b *bank) goroutine(parent context.Context) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	go func() {
		defer cancel()
		_, _ = b.get(ctx, "")
	}()
}

// Nope. The timer calls it.
func (b *bank) timer(parent context.Context) (int, error) {
	ctx, cancel := context.WithCancel(parent)
	t := time.AfterFunc(time.Second, cancel)
	defer t.Stop()
	return b.get(ctx, "")
}

type call struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func (c *call) end() { c.cancel() }

// Nope. It is kept with the context.
func (b *bank) kept(parent context.Context) *call {
	ctx, cancel := context.WithCancel(parent)
	return &call{ctx: ctx, cancel: cancel}
}

// Nope. The caller gets both.
func (b *bank) both(parent context.Context, account string) (ctx context.Context, cancel context.CancelFunc) {
	if account == "" {
		return context.WithCancel(parent)
	}
	ctx, cancel = context.WithTimeout(parent, time.Second)
	return ctx, cancel
}

// Nope. Each path calls it.
func (b *bank) paths(parent context.Context) error {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	_, err := b.get(ctx, "")
	if err != nil {
		cancel()
		return err
	}
	cancel()
	return nil
}

// Nope. The second takes the place of the first, which is canceled before.
func (b *bank) again(parent context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer func() { cancel() }()
	if n, err := b.get(ctx, ""); err == nil {
		return n, nil
	}
	cancel()
	ctx, cancel = context.WithTimeout(parent, time.Minute)
	return b.get(ctx, "")
}

// Nope. A function literal stores the object that has it.
func (b *bank) entry(parent context.Context, update func(func(old *call) *call)) {
	ctx, cancel := context.WithCancel(parent)
	c := &call{ctx: ctx, cancel: cancel}
	update(func(*call) *call { return c })
	go func() { _, _ = b.get(ctx, "") }()
}
