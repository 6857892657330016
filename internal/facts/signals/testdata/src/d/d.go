package d

import (
	"context"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// What waits for the process-wide context ends only where a main runs lifecycle.
func Poll(work func()) { // want Poll:"hangs on lifecycle at d/d.go:11"
	for lifecycle.Context().Err() == nil {
		work()
	}
}

type Cache struct{}

func (c *Cache) Keep() { // want Keep:"hangs on lifecycle at d/d.go:19"
	lifecycle.OnShutdown(func(context.Context) {})
}

// A helper hands it on.
func Start() { Poll(func() {}) } // want Start:"hangs on lifecycle at d/d.go:11"

func Run(ctx context.Context) error { // want Run:"runs lifecycle"
	return lifecycle.Shutdown(ctx)
}
