package sharedhookbudget

import (
	"context"
	"log"
	"time"
)

// Each hook has a deadline of its own.
func stopEach(hooks []namedHook) {
	for i := len(hooks) - 1; i >= 0; i-- {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		if err := hooks[i].run(ctx); err != nil {
			log.Print(err)
		}
		cancel()
	}
}

// The first error ends the loop.
func startAll(hooks []namedHook) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for i := range hooks {
		if err := hooks[i].run(ctx); err != nil {
			return err
		}
	}
	return nil
}

// One hook is called until it succeeds.
func retryHook(hooks []namedHook) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for i := 0; i < 3; i++ {
		if err := hooks[0].run(ctx); err == nil {
			break
		}
	}
}

// The caller sets the deadline.
func stopWithin(ctx context.Context, hooks []namedHook) {
	for i := len(hooks) - 1; i >= 0; i-- {
		if err := hooks[i].run(ctx); err != nil {
			log.Print(err)
		}
	}
}
