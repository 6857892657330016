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

type watcher struct {
	stop  context.CancelFunc
	check func(ctx context.Context)
}

func (w *watcher) start(ctx context.Context) {
	ctx, w.stop = context.WithCancel(ctx)
	go func() {
		for {
			select {
			case <-time.After(time.Minute):
				w.check(ctx)
			case <-ctx.Done():
				return
			}
		}
	}()
}

func (w *watcher) close() { w.stop() }

// The limit of the start ends the watch.
func newWatcher(ctx context.Context, check func(ctx context.Context)) *watcher {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	w := &watcher{check: check}
	w.start(ctx) // want `the goroutine that w.start starts ends too early: ctx is canceled when newWatcher returns and its deferred cancel runs`
	return w
}
