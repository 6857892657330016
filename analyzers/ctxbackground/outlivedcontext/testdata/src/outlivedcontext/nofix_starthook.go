package outlivedcontext

import (
	"context"

	"go.uber.org/fx"
)

func (s *poller) start(ctx context.Context) error {
	go s.run(ctx) // want "the goroutine started at line \\d+ ends too early: ctx is canceled when all OnStart hooks have run"
	return nil
}

func registerMethod(lc fx.Lifecycle, s *poller) {
	lc.Append(fx.Hook{OnStart: s.start})
}
