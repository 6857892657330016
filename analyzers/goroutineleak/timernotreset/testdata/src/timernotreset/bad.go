package timernotreset

import (
	"context"
	"log"
	"time"
)

type garden struct {
	every time.Duration
	water func(context.Context) error
	timer *time.Timer
}

// tend waters on a timer.
func (g *garden) tend(ctx context.Context) {
	timer := time.NewTimer(g.every)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			if err := g.water(ctx); err != nil {
				log.Print(err)
				continue // want `timer.C never delivers again after this continue: the timer is started again at line 28, which this path skips`
			}
			timer.Reset(g.every)
		}
	}
}

// sprinkle waits in a plain receive for the timer of a field.
func (g *garden) sprinkle(ctx context.Context) {
	for ctx.Err() == nil {
		<-g.timer.C
		if err := g.water(ctx); err != nil {
			continue // want `g.timer.C never delivers again after this continue: the timer is started again at line 40, which this path skips`
		}
		g.timer.Reset(g.every)
	}
}

// hose leaves the select.
func (g *garden) hose(ctx context.Context, now <-chan struct{}) {
	timer := time.NewTimer(g.every)
	for {
		select {
		case <-now:
			g.water(ctx)
		case <-timer.C:
			if err := g.water(ctx); err != nil {
				break // want `timer.C never delivers again after this break: the timer is started again at line 55, which this path skips`
			}
			timer.Reset(g.every)
		case <-ctx.Done():
			return
		}
	}
}
