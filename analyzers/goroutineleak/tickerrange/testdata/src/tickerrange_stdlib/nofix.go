package tickerrange

import (
	"context"
	"time"
)

// Without a context in scope there is no plain form, and nothing is written that needs more.
func startPlain(t *time.Ticker) {
	go func() {
		for range t.C { // want `ranges over t.C`
			work(context.TODO())
		}
	}()
}
