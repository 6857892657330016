package timernotreset

import (
	"context"
	"time"
)

// rain may not water any more once it has rained.
func (g *garden) rain(ctx context.Context, rained func() bool) {
	timer := time.NewTimer(g.every)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			if rained() {
				continue // want `timer.C never delivers again after this continue: the timer is started again at line 21, which this path skips`
			}
			g.water(ctx)
			timer.Reset(g.every)
		}
	}
}
