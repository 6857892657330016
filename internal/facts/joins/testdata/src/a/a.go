package a

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
)

type Poller struct {
	db    *sql.DB
	name  string
	cache *sql.DB
	done  chan struct{}
	wg    sync.WaitGroup
}

func (p *Poller) Start() {
	p.wg.Go(p.loop)
	go func() {
		defer close(p.done)
		store(p.cache)
	}()
}

func (p *Poller) loop() { p.save() }

func (p *Poller) save() { _, _ = p.db.Exec(p.name) }

func store(db *sql.DB) { _ = db.Ping() }

func (p *Poller) Stop() { // want Stop:"joins users of db name"
	p.wg.Wait()
}

func (p *Poller) Close() { // want Close:"joins users of cache"
	<-p.done
}

func (p *Poller) Both() { // want Both:"joins users of cache db name"
	p.Stop()
	p.Close()
}

// Nope. Others than its own goroutines are waited for.
func (p *Poller) Other(wg *sync.WaitGroup) { wg.Wait() }

// Nope. It waits for nobody.
func (p *Poller) Signal() { close(p.done) }

// Nope. It waits in a goroutine.
func (p *Poller) Later() {
	go p.wg.Wait()
}

type Counter struct {
	n  int
	wg sync.WaitGroup
}

func (c *Counter) Start() { c.wg.Go(func() { c.n++ }) }

// Nope. The goroutine uses nothing of the counter's.
func (c *Counter) Stop() { c.wg.Wait() }

// A Worker runs its methods by value.
type Worker struct {
	db   *sql.DB
	done chan struct{}
}

func (w *Worker) Start() {
	for _, run := range []func(){w.ping} {
		go func() {
			defer close(w.done)
			run()
		}()
	}
}

func (w *Worker) ping() { _ = w.db.Ping() }

func (w *Worker) Wait() { // want Wait:"joins users of db"
	<-w.done
}

type Server struct {
	http *http.Server
	db   *sql.DB
	n    int
}

// The requests in flight are waited for, which use what the handlers do.
func (s *Server) Stop(ctx context.Context) error { return s.http.Shutdown(ctx) } // want Stop:`joins users of db \*database/sql.DB`

func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	s.n++
	if s.db.PingContext(r.Context()) != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

func (p *Poller) Bounded(ctx context.Context) { // want Bounded:"joins users of db name"
	done := make(chan struct{})
	go func() {
		p.wg.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// Unheard does not wait: nothing receives what the goroutine tells.
func (p *Poller) Unheard() {
	done := make(chan struct{})
	go func() {
		p.wg.Wait()
		close(done)
	}()
}

type Notifier struct {
	sinks []func(string)
	on    func(string)
	text  string
	wg    sync.WaitGroup
}

func (n *Notifier) Start() { n.wg.Go(n.loop) }

func (n *Notifier) loop() {
	sinks := n.sinks
	for _, fn := range sinks {
		fn("text")
	}
	n.on("text")
}

func (n *Notifier) Stop() { n.wg.Wait() } // want Stop:"joins users of on sinks"
