package livenessasksdependency

import (
	"fmt"
	"net/http"
)

func alive(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") }

func (s *server) plain(p pinger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/livez", alive)
	mux.Handle("/readyz", pinging(p))
	// The answer is the same whatever the ping returns.
	mux.HandleFunc("/live", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, p.Ping(r.Context()))
	})
	mux.HandleFunc("/reports", s.health)
	return mux
}

// A local database whose file is gone comes back with a restart.
func (s *server) local() {
	// On purpose: a restart repairs the file.
	http.HandleFunc("/livez", s.health)
}
