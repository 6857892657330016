package failurewaits

import (
	"context"
	"sync"
)

// The deferred Wait is how it runs until the context ends.
func (r *relay) start(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { r.beat(ctx) })
	if err := r.announce(); err != nil {
		return err // want `this error is returned only when ctx ends`
	}
	return nil
}
