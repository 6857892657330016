package timernotreset

import (
	"context"
	"log"
	"time"
)

// weed works behind the select that waits.
func (g *garden) weed(ctx context.Context) {
	timer := time.NewTimer(g.every)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		if err := g.water(ctx); err != nil {
			log.Print(err)
			continue // want `timer.C never delivers again after this continue: the timer is started again at line 23, which this path skips`
		}
		timer.Reset(g.every)
	}
}

// rake starts it again in front of the work.
func (g *garden) rake(ctx context.Context) {
	timer := time.NewTimer(g.every)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		timer.Reset(g.every)
		if err := g.water(ctx); err != nil {
			continue
		}
		log.Print("raked")
	}
}
