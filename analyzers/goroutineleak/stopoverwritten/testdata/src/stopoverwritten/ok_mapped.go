package stopoverwritten

import (
	"context"
	"sync"
	"time"
)

func everySecond(ctx context.Context) {
	for {
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return
		}
	}
}

// It stops the one of before, in a helper.
type gauges struct {
	mu      sync.Mutex
	cancels map[string]context.CancelFunc
}

func (g *gauges) Add(name string) {
	ctx, cancel := context.WithCancel(context.Background())
	g.stop(name)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.cancels[name] = cancel
	go everySecond(ctx)
}

func (g *gauges) stop(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if cancel, ok := g.cancels[name]; ok {
		cancel()
	}
}

// The caller looks first.
type dials struct {
	mu      sync.Mutex
	cancels map[string]context.CancelFunc
}

func (d *dials) Ensure(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cancels[name] == nil {
		d.start(name)
	}
}

func (d *dials) start(name string) {
	ctx, cancel := context.WithCancel(context.Background())
	d.cancels[name] = cancel
	go everySecond(ctx)
}

// Each call has a key of its own.
type meters struct {
	mu      sync.Mutex
	next    int
	cancels map[int]context.CancelFunc
	peers   map[*route]context.CancelFunc
}

func (m *meters) Start() int {
	ctx, cancel := context.WithCancel(context.Background())
	m.mu.Lock()
	defer m.mu.Unlock()
	m.next++
	id := m.next
	m.cancels[id] = cancel
	go everySecond(ctx)
	return id
}

func (m *meters) Serve(r *route) {
	ctx, cancel := context.WithCancel(context.Background())
	m.mu.Lock()
	defer m.mu.Unlock()
	m.peers[r] = cancel
	go everySecond(ctx)
}

// The goroutine ends with its work.
type jobsByName struct {
	mu      sync.Mutex
	cancels map[string]context.CancelFunc
}

func (j *jobsByName) Run(name string, work func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	j.mu.Lock()
	defer j.mu.Unlock()
	j.cancels[name] = cancel
	go work(ctx)
}

func (j *jobsByName) Steps(name string, steps []func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	j.mu.Lock()
	defer j.mu.Unlock()
	j.cancels[name] = cancel
	go func() {
		for _, step := range steps {
			step(ctx)
			if ctx.Err() != nil {
				return
			}
		}
	}()
}
