package blockedsend

import (
	"context"

	"golang.org/x/sync/errgroup"
)

type lister struct {
	workers int
	names   []string
}

// list: each worker leaves at its first error, and the loop that feeds them continues.
func (l *lister) list(ctx context.Context, look func(context.Context, string) error) error {
	var (
		workers = l.workers
		names   = make(chan string, workers)
		g       errgroup.Group
	)
	for range workers {
		g.Go(func() error {
			for name := range names {
				if err := look(ctx, name); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for _, name := range l.names {
		names <- name // want `send on names blocks forever after the function literal, its receiver, returns on an error at line \d+`
	}
	close(names)
	return g.Wait()
}

// walk: the number is read from the same field twice.
func (l *lister) walk(ctx context.Context, look func(context.Context, string) error) error {
	names := make(chan string, l.workers)
	var g errgroup.Group
	for i := 0; i < l.workers; i++ {
		g.Go(func() error {
			for name := range names {
				if err := look(ctx, name); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for _, name := range l.names {
		names <- name // want `send on names blocks forever after the function literal, its receiver, returns on an error at line \d+`
	}
	close(names)
	return g.Wait()
}
