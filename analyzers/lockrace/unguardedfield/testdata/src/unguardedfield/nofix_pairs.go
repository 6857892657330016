package unguardedfield

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"
)

// A Gateway serves until Shutdown, which another goroutine calls.
type Gateway struct {
	srv    *http.Server
	cancel context.CancelFunc
}

func (g *Gateway) Serve(h http.Handler) error {
	g.srv = &http.Server{Handler: h, ReadHeaderTimeout: time.Second} // want `data race: g.srv is written here, in a function that then blocks, and read by another goroutine at line \d+, and no mutex guards it`
	return g.srv.ListenAndServe()
}

func (g *Gateway) Shutdown(ctx context.Context) error { return g.srv.Shutdown(ctx) }

// A Mill runs until Stop cancels.
type Mill struct {
	cancel context.CancelFunc
}

func (m *Mill) Run(ctx context.Context, grind func()) {
	ctx, m.cancel = context.WithCancel(ctx) // want `data race: m.cancel is written here, in a function that then blocks, and read by another goroutine at line \d+, and no mutex guards it`
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Minute):
			grind()
		}
	}
}

func (m *Mill) Stop() { m.cancel() }

// An audit writes each request with one encoder.
type audit struct {
	out *json.Encoder
}

func newAudit(w io.Writer) *audit { return &audit{json.NewEncoder(w)} }

func (a *audit) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.out.Encode(r.URL.Path) // want `data race: a.out is used by requests, which run concurrently, and no mutex guards it`
}

// sessions is replaced while other requests use it.
var sessions sync.Map

func login(w http.ResponseWriter, r *http.Request) { sessions.Store(r.RemoteAddr, true) }

func logoutAll(w http.ResponseWriter, r *http.Request) {
	sessions = sync.Map{} // want `data race: sessions is written by requests, which run concurrently, and no mutex guards it`
}

// A tally is changed by each goroutine of a loop.
type tally struct {
	votes int
}

func (t *tally) count(boxes []string, open func(string) int) {
	var wg sync.WaitGroup
	for _, box := range boxes {
		wg.Add(1)
		go func() {
			defer wg.Done()
			t.votes += open(box) // want `data race: t.votes is written by goroutines that run concurrently, started at line \d+, and no mutex guards it`
		}()
	}
	wg.Wait()
}
