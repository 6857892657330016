package backgroundinloop

import (
	"context"
	"sync"
	"time"
)

// The limit is one of all rounds: the loop asks for the end of the same context.
func hammer(attempt func(context.Context) error, workers int) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for ctx.Err() == nil {
				_ = attempt(ctx)
			}
		})
	}
	group.Wait()
}
