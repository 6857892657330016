package uncancellablesleep

import (
	"context"
	"time"
)

// Stop waits for the channel that is closed in the iteration: it is the end of the loop.
type sampler struct {
	ctx  context.Context
	quit context.CancelFunc
	done chan struct{}
}

func (s *sampler) start() {
	s.done = make(chan struct{})
	go func() {
		defer close(s.done)
		for {
			if s.ctx.Err() != nil {
				return
			}
			_ = call(s.ctx)
			time.Sleep(20 * time.Second) // want `shutdown is delayed by time.Sleep in the loop at line 19`
		}
	}()
}

func (s *sampler) stop() {
	s.quit()
	<-s.done
}

// One caller passes a context that ends.
func Fetch(ctx context.Context, fetch func(context.Context) error) error {
	for range 3 {
		if err := fetch(ctx); err == nil {
			return nil
		}
		time.Sleep(10 * time.Second) // want `shutdown is delayed by time.Sleep in the loop at line 36`
	}
	return nil
}

func fetchBoth(ctx context.Context, fetch func(context.Context) error) {
	_ = Fetch(ctx, fetch)
	_ = Fetch(context.Background(), fetch)
}
