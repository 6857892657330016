package contextoutsidegroup

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// load waits for jobs that end by themselves.
func (f *ferry) load(ctx context.Context) error {
	var crew errgroup.Group
	crew.Go(func() error { return f.next(ctx) })
	crew.Go(func() error { return f.next(ctx) })
	return crew.Wait()
}

// alone cancels the others itself.
func (f *ferry) alone(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var crew errgroup.Group
	crew.Go(func() error {
		defer cancel()
		return f.sail(ctx)
	})
	crew.Go(func() error { return f.whistle(ctx) })
	return crew.Wait()
}

// calm has no goroutine that fails.
func (f *ferry) calm(ctx context.Context) error {
	var crew errgroup.Group
	crew.Go(func() error {
		f.tell()
		return nil
	})
	crew.Go(func() error { return f.whistle(ctx) })
	return crew.Wait()
}

// watch has two loops, and both end only with the context.
func (f *ferry) watch(ctx context.Context) error {
	var crew errgroup.Group
	crew.Go(func() error { return f.whistle(ctx) })
	crew.Go(func() error { return f.whistle(ctx) })
	crew.Go(func() error {
		<-ctx.Done()
		return ctx.Err()
	})
	return crew.Wait()
}
