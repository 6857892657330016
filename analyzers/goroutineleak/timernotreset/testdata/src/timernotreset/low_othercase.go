package timernotreset

import (
	"context"
	"time"
)

// refresh ends with the first failure until somebody changes the period.
func refresh(ctx context.Context, load func(context.Context) error, changed <-chan time.Duration) {
	period := time.Hour
	timer := time.NewTimer(period)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			if err := load(ctx); err != nil {
				continue // want `timer.C never delivers again after this continue: the timer is started again at line 21, which this path skips`
			}
			timer.Reset(period)
		case period = <-changed:
			timer.Reset(period)
		}
	}
}

// event starts it in another case.
func (g *garden) event(ctx context.Context, dry <-chan struct{}) {
	timer := time.NewTimer(g.every)
	for {
		select {
		case <-ctx.Done():
			return
		case <-dry:
			timer.Reset(time.Second)
		case <-timer.C:
			if err := g.water(ctx); err != nil {
				continue // want `timer.C never delivers again after this continue`
			}
			timer.Reset(g.every)
		}
	}
}
