package contextoutsidegroup

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"
)

type ferry struct {
	next func(context.Context) error
	tell func()
}

// cross fails, and its group waits for the whistle.
func (f *ferry) cross(ctx context.Context) error {
	var crew errgroup.Group // want `crew.Wait blocks after a goroutine of the group has failed: the group has no context that the failure cancels, and f.whistle runs until ctx ends`
	crew.Go(func() error { return f.sail(ctx) })
	crew.Go(func() error { return f.whistle(ctx) })
	return crew.Wait()
}

// tow has a pointer to its group.
func (f *ferry) tow(ctx context.Context) error {
	crew := new(errgroup.Group) // want `crew.Wait blocks after a goroutine of the group has failed: the group has no context that the failure cancels, and f.whistle runs until ctx ends`
	crew.Go(func() error {
		f.whistle(ctx)
		return nil
	})
	crew.Go(func() error {
		if err := f.sail(ctx); err != nil {
			return err
		}
		return nil
	})
	return crew.Wait()
}

func (f *ferry) sail(ctx context.Context) error {
	for {
		if err := f.next(ctx); err != nil {
			return err
		}
	}
}

func (f *ferry) whistle(ctx context.Context) error {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
			f.tell()
		}
	}
}
