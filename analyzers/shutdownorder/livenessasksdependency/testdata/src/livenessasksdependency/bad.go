package livenessasksdependency

import (
	"context"
	"database/sql"
	"net/http"
)

func routes(db *sql.DB) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/livez", func(w http.ResponseWriter, r *http.Request) { // want `an outage of what db.PingContext asks \(line \d+\) restarts all instances: it decides about the answer of /livez, the liveness probe`
		if err := db.PingContext(r.Context()); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	return mux
}

type pinger interface {
	Ping(ctx context.Context) error
}

func pinging(p pinger) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := p.Ping(r.Context()); err != nil {
			http.Error(w, "not reachable", http.StatusServiceUnavailable)
		}
	}
}

type server struct{ db *sql.DB }

func (s *server) healthy(ctx context.Context) bool { return s.db.PingContext(ctx) == nil }

func (s *server) health(w http.ResponseWriter, r *http.Request) {
	if !s.healthy(r.Context()) {
		http.Error(w, "down", http.StatusInternalServerError)
	}
}

func (s *server) routes(p pinger) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /health/live", pinging(p)) // want `an outage of what p.Ping asks`
	mux.HandleFunc("/healthz", s.health)       // want `an outage of what s.healthy asks`
	mux.Handle("/readyz", pinging(p))
	return mux
}
