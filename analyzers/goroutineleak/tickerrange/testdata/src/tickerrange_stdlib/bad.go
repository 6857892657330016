package tickerrange

import (
	"context"
	"os"
	"time"
)

func start(ctx context.Context, t *time.Ticker) {
	go loop(ctx, t)
}

func loop(ctx context.Context, t *time.Ticker) {
	defer t.Stop()
	for now := range t.C { // want `ranges over t.C`
		if now.IsZero() {
			continue
		}
		work(ctx)
	}
}

func work(context.Context) { os.Remove("stale") }
