package unguardedfield

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"
)

// What handlers read is atomic, and the loop alone has the rest.
type atomicGate struct {
	fetch  func() (*policy, error)
	policy atomic.Pointer[policy]
	rounds int
}

func (g *atomicGate) Follow(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			g.rounds++
			if p, err := g.fetch(); err == nil {
				g.policy.Store(p)
			}
		case <-ctx.Done():
			return
		}
	}
}

func (g *atomicGate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if p := g.policy.Load(); p == nil || !p.open {
		w.WriteHeader(http.StatusForbidden)
	}
}

// The loop ends with its work: what comes after it is read after it.
type Probe struct {
	check func() bool
	tries int
	up    bool
}

func (p *Probe) Await(ctx context.Context) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		p.tries++
		if p.check() {
			p.up = true
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (p *Probe) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !p.up || p.tries > 9 {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}
