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
		hook(ctx) // want `all of s.hooks share the deadline that ctx got at line 15: a slow one leaves nothing to those after it`
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
		if err := h.run(ctx); err != nil { // want `all of hooks share the deadline that ctx got at line 29`
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
