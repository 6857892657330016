package explicitorder

import (
	"context"
	"database/sql"
	"net/http"
)

// The package fills the router that it is passed, and no route uses the database.
type routedSite struct {
	db  *sql.DB
	srv *http.Server
}

func newRoutedSite(db *sql.DB, mux *http.ServeMux) *routedSite {
	addRoutes(mux)
	return &routedSite{db: db, srv: &http.Server{Addr: ":8080", Handler: mux}}
}

func addRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
}

func (s *routedSite) stop(ctx context.Context) error {
	s.db.Close()
	return s.srv.Shutdown(ctx)
}

// The package sets the handler of the server that it is passed.
type servedSite struct {
	db  *sql.DB
	srv *http.Server
}

func newServedSite(db *sql.DB, srv *http.Server) *servedSite {
	s := &servedSite{db: db, srv: srv}
	s.srv.Handler = http.NotFoundHandler()
	return s
}

func (s *servedSite) stop(ctx context.Context) error {
	s.db.Close()
	return s.srv.Shutdown(ctx)
}
