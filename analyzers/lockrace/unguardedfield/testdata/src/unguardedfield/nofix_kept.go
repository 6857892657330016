package unguardedfield

import (
	"context"
	"sync"
	"time"
)

// A probeState is what a goroutine of its own writes, and what the list of all of them reads.
type probeState struct {
	cancel context.CancelFunc
	last   time.Time
	failed int
	limit  int
}

type prober struct {
	mu     sync.Mutex
	states map[string]*probeState
	wg     sync.WaitGroup
}

func (p *prober) Add(ctx context.Context, host string) {
	ctx, cancel := context.WithCancel(ctx)
	st := &probeState{cancel: cancel, limit: 3}
	p.mu.Lock()
	p.states[host] = st
	p.mu.Unlock()
	p.wg.Go(func() { p.loop(ctx, host, st) })
}

func (p *prober) loop(ctx context.Context, host string, st *probeState) {
	for ctx.Err() == nil {
		st.last = time.Now() // want `data race: st.last is written here and read by another goroutine at line 52, and only that one holds a lock`
		p.mu.Lock()
		st.failed++
		p.mu.Unlock()
		for range st.limit {
			time.Sleep(time.Second)
		}
	}
}

func (p *prober) Last() map[string]time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := make(map[string]time.Time)
	for host, st := range p.states {
		if st.failed > 0 {
			continue
		}
		list[host] = st.last
	}
	return list
}

// SetLimit changes the limit of a host that is already probed.
func (p *prober) SetLimit(host string, limit int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if st := p.states[host]; st != nil {
		st.limit = limit
	}
}

func (p *prober) Close() {
	p.mu.Lock()
	for _, st := range p.states {
		st.cancel()
	}
	p.mu.Unlock()
	p.wg.Wait()
}
