package explicitorder

import (
	"context"
	"database/sql"
	"net/http"
)

// A shop's handlers are its methods, which use a field.
type shop struct {
	db    *sql.DB
	audit *sql.DB
	srv   *http.Server
}

func newShop(db, audit *sql.DB, mux *http.ServeMux) *shop {
	s := &shop{db: db, audit: audit}
	mux.HandleFunc("GET /orders", s.orders)
	s.srv = &http.Server{Handler: mux}
	return s
}

func (s *shop) orders(w http.ResponseWriter, r *http.Request) {
	if err := s.query(r.Context()); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

func (s *shop) query(ctx context.Context) error { return s.db.PingContext(ctx) }

func (s *shop) close(ctx context.Context) error {
	s.db.Close() // want `s\.db\.Close runs before s\.srv\.Shutdown \(line 33\): requests in flight still use it`
	return s.srv.Shutdown(ctx)
}

// No handler uses it.
func (s *shop) unused(ctx context.Context) error {
	s.audit.Close()
	return s.srv.Shutdown(ctx)
}

// The order that is right.
func (s *shop) inOrder(ctx context.Context) error {
	err := s.srv.Shutdown(ctx)
	s.db.Close()
	return err
}

// Two servers: the handlers of the one use the database, those of the other do not.
type twin struct {
	db    *sql.DB
	api   *http.Server
	admin *http.Server
}

func newTwin(db *sql.DB) *twin {
	p := &twin{db: db}
	api, admin := http.NewServeMux(), http.NewServeMux()
	api.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { p.get(w, r) })
	admin.HandleFunc("/healthz", p.healthy)
	p.api, p.admin = &http.Server{Handler: api}, &http.Server{Handler: admin}
	return p
}

func (p *twin) get(w http.ResponseWriter, r *http.Request) {
	if err := p.db.PingContext(r.Context()); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

func (p *twin) healthy(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

func (p *twin) closeAPI(ctx context.Context) error {
	p.db.Close() // want `requests in flight still use it`
	return p.api.Shutdown(ctx)
}

func (p *twin) closeAdmin(ctx context.Context) error {
	p.db.Close()
	return p.admin.Shutdown(ctx)
}
