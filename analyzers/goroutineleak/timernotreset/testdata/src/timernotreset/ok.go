package timernotreset

import (
	"context"
	"time"
)

// first starts the timer before the work.
func (g *garden) first(ctx context.Context) {
	timer := time.NewTimer(g.every)
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			timer.Reset(g.every)
			if err := g.water(ctx); err != nil {
				continue
			}
		}
	}
}

// each starts the timer at the beginning of every iteration.
func (g *garden) each(ctx context.Context) {
	timer := time.NewTimer(g.every)
	for {
		timer.Reset(g.every)
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			if err := g.water(ctx); err != nil {
				continue
			}
			timer.Reset(time.Second)
		}
	}
}

// backoff starts it with another pause on the path of the error.
func (g *garden) backoff(ctx context.Context) {
	timer := time.NewTimer(g.every)
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			if err := g.water(ctx); err != nil {
				timer.Reset(time.Second)
				continue
			}
			timer.Reset(g.every)
		}
	}
}

// helper passes the timer on.
func (g *garden) helper(ctx context.Context) {
	timer := time.NewTimer(g.every)
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			if err := g.water(ctx); err != nil {
				soon(timer)
				continue
			}
			timer.Reset(g.every)
		}
	}
}

func soon(t *time.Timer) { t.Reset(time.Second) }

// inner continues a loop of its own.
func (g *garden) inner(ctx context.Context, beds []string) {
	timer := time.NewTimer(g.every)
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			for range beds {
				if err := g.water(ctx); err != nil {
					continue
				}
			}
			timer.Reset(g.every)
		}
	}
}

// again has a ticker, which needs no Reset.
func (g *garden) again(ctx context.Context) {
	ticker := time.NewTicker(g.every)
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := g.water(ctx); err != nil {
				continue
			}
			ticker.Reset(g.every)
		}
	}
}
