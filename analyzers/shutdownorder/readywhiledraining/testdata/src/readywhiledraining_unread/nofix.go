package readywhiledraining_unread

import (
	"context"
	"net/http"
	"sync/atomic"
)

type health struct{ draining atomic.Bool }

func (h *health) register(mux *http.ServeMux) {
	mux.HandleFunc("GET /livez", h.live)
	mux.HandleFunc("GET /readyz", h.ready)
}

func (h *health) live(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }

func (h *health) ready(w http.ResponseWriter, _ *http.Request) { // want `load balancers keep sending requests during the shutdown: /readyz answers the same always, and nothing reads draining, which is set before the shutdown \(line 23\)`
	w.WriteHeader(http.StatusOK)
}

func (h *health) stop(ctx context.Context, srv *http.Server) error {
	h.draining.Store(true)
	return srv.Shutdown(ctx)
}
