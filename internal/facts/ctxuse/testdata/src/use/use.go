package use

import (
	"context"
	"log/slog"
	"time"

	"dep"
)

func ignores(ctx context.Context) {} // want "idle"

func blank(_ context.Context) {} // want "idle"

func logs(ctx context.Context) { slog.InfoContext(ctx, "x") } // want "idle"

func imported(ctx context.Context) { _ = dep.Values(ctx) } // want "idle"

func derived(ctx context.Context) { // want "idle"
	tagged := context.WithValue(ctx, "a", 1)
	slog.InfoContext(tagged, "x")
}

func detaches(ctx context.Context) { // want "idle"
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	dep.Waits(ctx)
}

func importedSoon(ctx context.Context) { dep.Soon(ctx) } // want "bounded"

func waitsFirst(ctx context.Context) {
	<-ctx.Done()
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	<-ctx.Done()
}

func derivedWaits(ctx context.Context) {
	tagged := context.WithValue(ctx, "a", 1)
	dep.Waits(tagged)
}

func nested(ctx context.Context) { dep.Waits(context.WithValue(ctx, "a", 1)) }

func value(ctx context.Context, f func(context.Context)) { f(ctx) }

func method(ctx context.Context, c interface{ Do(context.Context) }) { c.Do(ctx) }

// Functions that call each other are not known.
func ping(ctx context.Context, n int) {
	if n > 0 {
		pong(ctx, n-1)
	}
}

func pong(ctx context.Context, n int) {
	if n > 0 {
		ping(ctx, n-1)
	}
}

var global context.Context

func stores(ctx context.Context) { global = ctx } // want "kept"

func starts(ctx context.Context) { go dep.Waits(ctx) } // want "kept"

func startsHere(ctx context.Context) { starts(ctx) } // want "kept"

// The goroutine is waited for: the context is that of the call.
func joined(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		dep.Waits(ctx)
	}()
	<-done
}
