package failurewaits

import (
	"context"
	"sync"
	"time"
)

// Silent: the function ends what it waits for.
func (r *relay) canceled(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wg.Go(func() { r.beat(ctx) })
	return r.announce()
}

// Silent: it fails before it starts anything.
func (r *relay) before(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	if err := r.announce(); err != nil {
		return err
	}
	wg.Go(func() { r.beat(ctx) })
	return nil
}

// Silent: the work ends without the context, too.
func (r *relay) work(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() {
		for range 3 {
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
			}
		}
	})
	if err := r.announce(); err != nil {
		return err
	}
	return nil
}

// Silent: the context has ended.
func (r *relay) ended(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { r.beat(ctx) })
	<-ctx.Done()
	if err := r.announce(); err != nil {
		return err
	}
	return ctx.Err()
}

// Silent: a channel of its own stops it.
func (r *relay) stopped(ctx context.Context) error {
	stop := make(chan struct{})
	var wg sync.WaitGroup
	defer wg.Wait()
	defer close(stop)
	wg.Go(func() {
		select {
		case <-ctx.Done():
		case <-stop:
		}
	})
	if err := r.announce(); err != nil {
		return err
	}
	return nil
}
