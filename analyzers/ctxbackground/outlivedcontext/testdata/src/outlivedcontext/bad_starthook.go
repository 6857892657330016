package outlivedcontext

import (
	"context"
	"sync"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.uber.org/fx"
)

type poller struct {
	cancel context.CancelFunc
	wg     sync.WaitGroup
	every  time.Duration
}

func (s *poller) poll(ctx context.Context) error { return nil }

func (s *poller) run(ctx context.Context) {
	t := time.NewTicker(s.every)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			_ = s.poll(ctx)
		}
	}
}

// The loop ends before the first tick.
func register(lc fx.Lifecycle, s *poller) {
	lc.Append(fx.Hook{
		OnStart: func(ctx context.Context) error {
			ctx, s.cancel = context.WithCancel(ctx)
			go s.run(ctx) // want "the goroutine started at line \\d+ ends too early: ctx is canceled when all OnStart hooks have run"
			return nil
		},
		OnStop: func(context.Context) error {
			s.cancel()
			return nil
		},
	})
}

type receiver struct{ poller }

func (r *receiver) Start(ctx context.Context, _ component.Host) error {
	loop, cancel := context.WithCancel(ctx)
	r.cancel = cancel
	r.wg.Go(func() {
		for {
			select {
			case <-loop.Done(): // want "the goroutine started at line \\d+ ends too early: loop is canceled when all components have started"
				return
			case <-time.After(r.every):
				_ = r.poll(context.Background())
			}
		}
	})
	return nil
}
