package outlivedcontext

import (
	"context"
	"net/http"
	"sync"
	"time"
)

type polled struct{ cancel context.CancelFunc }

// pollers ends its loops itself.
type pollers struct {
	mu    sync.Mutex
	feeds map[string]*polled
	load  func(ctx context.Context, name string)
}

func (p *pollers) add(ctx context.Context, name string) {
	ctx, cancel := context.WithCancel(ctx)
	f := &polled{cancel: cancel}
	p.mu.Lock()
	p.feeds[name] = f
	p.mu.Unlock()
	go p.loop(ctx, name)
}

func (p *pollers) remove(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if f, ok := p.feeds[name]; ok {
		f.cancel()
		delete(p.feeds, name)
	}
}

func (p *pollers) loop(ctx context.Context, name string) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		p.load(ctx, name)
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}

func (p *pollers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.add(r.Context(), r.FormValue("feed")) // want `the goroutine that p.add starts ends too early: r.Context\(\) is canceled when ServeHTTP returns`
	w.WriteHeader(http.StatusCreated)
}
