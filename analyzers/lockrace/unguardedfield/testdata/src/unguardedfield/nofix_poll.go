package unguardedfield

import (
	"context"
	"net/http"
	"time"
)

type policy struct{ open bool }

// A method that works until its context ends replaces what handlers read.
type Gate struct {
	fetch  func() (*policy, error)
	policy *policy
}

func NewGate(fetch func() (*policy, error)) *Gate {
	g := &Gate{fetch: fetch}
	g.refresh()
	return g
}

func (g *Gate) refresh() {
	if p, err := g.fetch(); err == nil {
		g.policy = p // want `data race: g.policy is written here and read by another goroutine at line 43, and no mutex guards it`
	}
}

func (g *Gate) Follow(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			g.refresh()
		case <-ctx.Done():
			return
		}
	}
}

func (g *Gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if p := g.policy; p == nil || !p.open {
		w.WriteHeader(http.StatusForbidden)
	}
}
