package unboundedwait

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// The goroutine may be in the middle of a request when it is asked to stop.
type reporter struct {
	url  string
	stop chan struct{}
	done chan struct{}
	once sync.Once
}

func newReporter(url string) *reporter {
	r := &reporter{url: url, stop: make(chan struct{}), done: make(chan struct{})}
	go r.loop()
	return r
}

func (r *reporter) loop() {
	defer close(r.done)
	for {
		r.report()
		select {
		case <-r.stop:
			return
		case <-time.After(time.Minute):
		}
	}
}

func (r *reporter) report() {
	if resp, err := http.Post(r.url, "text/plain", nil); err == nil {
		resp.Body.Close()
	}
}

func (r *reporter) Stop() {
	r.once.Do(func() { close(r.stop) })
	<-r.done // want `<-r\.done in Stop has no limit: the goroutine may be in http\.Post at line \d+, which the stop does not interrupt \(goroutineleak/unbounded-wait\)`
}

// The context is there, and the wait ignores it.
type pool struct {
	cancel  context.CancelFunc
	workers sync.WaitGroup
	tasks   chan func()
}

func newPool(parent context.Context) *pool {
	ctx, cancel := context.WithCancel(parent)
	p := &pool{cancel: cancel, tasks: make(chan func())}
	for range 4 {
		p.workers.Add(1)
		go func() {
			defer p.workers.Done()
			p.run(ctx)
		}()
	}
	return p
}

func (p *pool) run(ctx context.Context) {
	for {
		select {
		case task := <-p.tasks:
			task()
		case <-ctx.Done():
			return
		}
	}
}

func (p *pool) Shutdown(ctx context.Context) error {
	p.cancel()
	p.workers.Wait() // want `p\.workers\.Wait\(\) in Shutdown ignores ctx, and may block after it is done`
	return nil
}

// With more to do behind the wait, and a channel.
type feeder struct {
	quit, gone chan struct{}
	wg         *sync.WaitGroup
}

func (f *feeder) Start() {
	f.quit, f.gone = make(chan struct{}), make(chan struct{})
	go func() {
		defer close(f.gone)
		<-f.quit
	}()
}

func (f *feeder) Close(ctx context.Context) {
	close(f.quit)
	<-f.gone // want `<-f\.gone in Close ignores ctx, and may block after it is done`
	println("closed")
}

// Started by Go, a group behind a pointer, a slow call in a callee of a callee.
type poller struct {
	wg   *sync.WaitGroup
	stop chan struct{}
}

func (p *poller) Start() {
	p.wg.Go(p.poll)
}

func (p *poller) poll() {
	for {
		select {
		case <-p.stop:
			return
		default:
			p.once()
		}
	}
}

func (p *poller) once() { p.get() }

func (p *poller) get() { http.Get("http://example.com") }

func (p *poller) Stop() {
	close(p.stop)
	p.wg.Wait() // want `p\.wg\.Wait\(\) in Stop has no limit`
}

// What the workers use is closed behind the wait: giving up leaves that to them.
type keeper struct {
	pool
	store interface{ Close() error }
}

func newKeeper(parent context.Context, store interface{ Close() error }) *keeper {
	ctx, cancel := context.WithCancel(parent)
	r := &keeper{pool: pool{cancel: cancel, tasks: make(chan func())}, store: store}
	r.workers.Add(1)
	go func() {
		defer r.workers.Done()
		r.run(ctx)
	}()
	return r
}

func (r *keeper) Close(ctx context.Context) {
	r.cancel()
	r.workers.Wait() // want `r\.workers\.Wait\(\) in Close ignores ctx, and may block after it is done`
	_ = r.store.Close()
}

func (r *keeper) Finish(ctx context.Context) error {
	r.cancel()
	r.workers.Wait() // want `r\.workers\.Wait\(\) in Finish ignores ctx, and may block after it is done`
	return r.store.Close()
}
