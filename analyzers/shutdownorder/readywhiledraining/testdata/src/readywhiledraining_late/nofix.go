package readywhiledraining_late

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"
)

type api struct {
	srv      *http.Server
	draining atomic.Bool
}

func (a *api) readyz(w http.ResponseWriter, r *http.Request) {
	if a.draining.Load() {
		http.Error(w, "draining", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusOK)
}

func (a *api) drain() { a.draining.Store(true) }

func (a *api) run(ctx context.Context) error {
	<-ctx.Done()
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	err := a.srv.Shutdown(end)
	a.drain() // want `load balancers keep sending requests during the shutdown: readiness is reset here, after a\.srv\.Shutdown \(line \d+\)`
	return err
}
