// Package reset resets the flag before the shutdown.
package reset

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"
)

type api struct {
	srv   *http.Server
	ready atomic.Bool
}

func (a *api) readyz(w http.ResponseWriter, r *http.Request) {
	if a.ready.Load() {
		w.WriteHeader(http.StatusOK)
		return
	}
	w.WriteHeader(http.StatusServiceUnavailable)
}

func (a *api) run(ctx context.Context) error {
	go a.srv.ListenAndServe()
	a.ready.Store(true)
	<-ctx.Done()
	a.drain()
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return a.srv.Shutdown(end)
}

func (a *api) drain() {
	a.ready.Store(false)
	time.Sleep(5 * time.Second)
}
