package readywhiledraining

import (
	"context"
	"log"
	"net/http"
	"sync/atomic"
	"time"
)

type api struct {
	srv   *http.Server
	ready atomic.Bool
}

func (a *api) readyz(w http.ResponseWriter, r *http.Request) {
	if !a.ready.Load() {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusOK)
}

func (a *api) run(ctx context.Context) error {
	go a.srv.ListenAndServe()
	a.ready.Store(true) // want `load balancers keep sending requests during the shutdown: the readiness that is set here is not reset before a\.srv\.Shutdown \(line 30\)`
	<-ctx.Done()
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return a.srv.Shutdown(end)
}

// The shutdown is one of a goroutine.
func (a *api) runUntil(ctx context.Context) error {
	go func() {
		<-ctx.Done()
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		if err := a.srv.Shutdown(end); err != nil {
			log.Print(err)
		}
	}()
	a.setReady(true) // want `is not reset before a\.srv\.Shutdown`
	return a.srv.ListenAndServe()
}

func (a *api) setReady(on bool) { a.ready.Store(on) }
