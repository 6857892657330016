package timernotreset

import (
	"context"
	"time"
)

// drip computes the pause after its work.
func (g *garden) drip(ctx context.Context) {
	timer := time.NewTimer(g.every)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			began := time.Now()
			if err := g.water(ctx); err != nil {
				continue // want `timer.C never delivers again after this continue: the timer is started again at line 22, which this path skips`
			}
			pause := g.every - time.Since(began)
			timer.Reset(pause)
		}
	}
}
