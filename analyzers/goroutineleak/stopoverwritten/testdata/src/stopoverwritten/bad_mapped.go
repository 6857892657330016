package stopoverwritten

import (
	"context"
	"sync"
	"time"
)

type route struct{ host string }

// Each refresh adds the routes again.
type prober struct {
	base context.Context
	wg   sync.WaitGroup

	mu      sync.Mutex
	cancels map[string]context.CancelFunc
}

func (p *prober) Added(r *route) {
	ctx, cancel := context.WithCancel(p.base)
	p.mu.Lock()
	p.cancels[r.host] = cancel // want `goroutine started at line 25 can no longer be stopped after a call of Added with the same r.host, which overwrites p.cancels\[r.host\]`
	p.mu.Unlock()
	p.wg.Go(func() { p.loop(ctx, r) })
}

func (p *prober) Removed(host string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if cancel := p.cancels[host]; cancel != nil {
		cancel()
	}
	delete(p.cancels, host)
}

func (p *prober) loop(ctx context.Context, r *route) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			println(r.host)
		case <-ctx.Done():
			return
		}
	}
}
