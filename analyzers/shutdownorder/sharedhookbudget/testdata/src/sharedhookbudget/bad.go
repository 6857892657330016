package sharedhookbudget

import (
	"context"
	"errors"
	"time"
)

type server struct {
	hooks  []func(context.Context)
	budget time.Duration
}

func (s *server) runHooks() {
	ctx, cancel := context.WithTimeout(context.Background(), s.budget)
	defer cancel()
	for _, hook := range s.hooks {
		hook(ctx) // want `a slow hook leaves no time for the next ones: all of s\.hooks share the deadline of ctx \(line \d+\)`
	}
}

type namedHook struct {
	name string
	run  func(context.Context) error
}

func stopAll(hooks []namedHook) error {
	var errs []error
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(time.Minute))
	defer cancel()
	for _, h := range hooks {
		if err := h.run(ctx); err != nil { // want `a slow hook leaves no time for the next ones`
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
