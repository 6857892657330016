// Package lifecycle stands for the runtime package.
package lifecycle

import "context"

func Context() context.Context { return context.Background() }

func OnShutdown(hook func(context.Context)) {}

func Shutdown(ctx context.Context) error { return nil }

func Main(run func(context.Context) error) { _ = run(context.Background()) }
