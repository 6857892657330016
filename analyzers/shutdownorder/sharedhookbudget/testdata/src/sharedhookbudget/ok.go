package sharedhookbudget

import (
	"context"
	"sync"
	"time"
)

// Nope. The first failure ends it: the deadline is meant for all.
func checks(list []func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	for _, check := range list {
		if err := check(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Nope. Each has a limit of its own.
func own(hooks []func(context.Context)) {
	for _, hook := range hooks {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		hook(ctx)
		cancel()
	}
}

// Nope. They run at the same time.
func parallel(hooks []func(context.Context)) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var wg sync.WaitGroup
	for _, hook := range hooks {
		wg.Go(func() { hook(ctx) })
	}
	wg.Wait()
}

// Nope. The caller's context may have no deadline.
func given(ctx context.Context, hooks []func(context.Context)) {
	for _, hook := range hooks {
		hook(ctx)
	}
}

// Nope. There is no deadline.
func unlimited(hooks []func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, hook := range hooks {
		hook(ctx)
	}
}

type item struct{}

func (item) process(context.Context) {}

// Nope. A batch of work under one limit, not hooks.
func batch(items []item) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	for _, it := range items {
		it.process(ctx)
	}
}
