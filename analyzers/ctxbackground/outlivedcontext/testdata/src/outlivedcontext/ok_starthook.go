package outlivedcontext

import (
	"context"

	"go.opentelemetry.io/collector/component"
	"go.uber.org/fx"
)

func registerDetached(lc fx.Lifecycle, s *poller) {
	lc.Append(fx.Hook{
		OnStart: func(ctx context.Context) error {
			if err := s.poll(ctx); err != nil {
				return err
			}
			var run context.Context
			run, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
			go s.run(run)
			return nil
		},
		OnStop: func(ctx context.Context) error {
			s.cancel()
			done := make(chan struct{})
			go func() { // ends with the stop, or its deadline
				defer close(done)
				_ = s.poll(ctx)
			}()
			select {
			case <-done:
			case <-ctx.Done():
			}
			return nil
		},
	})
}

type exporter struct{ poller }

func (e *exporter) Start(context.Context, component.Host) error {
	ctx, cancel := context.WithCancel(context.Background())
	e.cancel = cancel
	e.wg.Go(func() { e.run(ctx) })
	return nil
}

// The hook waits for what it has started.
func registerProbe(lc fx.Lifecycle, s *poller) {
	lc.Append(fx.Hook{
		OnStart: func(ctx context.Context) error {
			errs := make(chan error, 1)
			go func() { errs <- s.poll(ctx) }()
			return <-errs
		},
	})
}
