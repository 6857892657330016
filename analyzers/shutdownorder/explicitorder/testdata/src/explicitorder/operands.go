package explicitorder

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
)

type granary struct {
	db  *sql.DB
	srv *http.Server
}

func newGranary(db *sql.DB) *granary {
	g := &granary{db: db}
	mux := http.NewServeMux()
	mux.HandleFunc("/", g.show)
	g.srv = &http.Server{Handler: mux}
	return g
}

func (g *granary) show(w http.ResponseWriter, r *http.Request) {
	if err := g.db.PingContext(r.Context()); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// Arguments are evaluated from left to right.
func (g *granary) stop(ctx context.Context) error {
	return errors.Join(g.db.Close(), g.srv.Shutdown(ctx)) // want `g\.db\.Close runs before g\.srv\.Shutdown \(line \d+\): requests in flight still use it`
}
