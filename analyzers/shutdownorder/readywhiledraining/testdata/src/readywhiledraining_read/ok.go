package readywhiledraining_read

import (
	"context"
	"net/http"
	"sync/atomic"
)

// Something reads the flag: the handler may be told by it in another way.
type health struct{ draining atomic.Bool }

func (h *health) register(mux *http.ServeMux) { mux.HandleFunc("GET /readyz", h.ready) }

func (h *health) ready(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }

func (h *health) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.draining.Load() {
			http.Error(w, "draining", http.StatusServiceUnavailable)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (h *health) stop(ctx context.Context, srv *http.Server) error {
	h.draining.Store(true)
	return srv.Shutdown(ctx)
}
