package servernotimeout_metrics

import (
	"expvar"
	"net/http"
)

// Metrics beside what users ask for.
func both(api http.Handler) error {
	mux := http.NewServeMux()
	mux.Handle("/vars", expvar.Handler())
	mux.Handle("/api/", api)
	return http.ListenAndServe(":8080", mux) // want `serves without ReadHeaderTimeout`
}

// The page at the root is what users ask for.
func root() {
	api := http.NewServeMux()
	api.Handle("/metrics", expvar.Handler())
	api.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { order(w, r) })
	_ = http.ListenAndServe(":8080", api) // want `serves without ReadHeaderTimeout`
}

// Others hand in the mux, and what it answers.
func Given(mux *http.ServeMux) error {
	mux.Handle("/metrics", expvar.Handler())
	return http.ListenAndServe(":8080", mux) // want `serves without ReadHeaderTimeout`
}

// One handler for all of it, metrics among it.
func all(h http.Handler) error {
	return http.ListenAndServe(":8080", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { // want `serves without ReadHeaderTimeout`
		if r.URL.Path == "/metrics" {
			expvar.Handler().ServeHTTP(w, r)
			return
		}
		h.ServeHTTP(w, r)
	}))
}

func order(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(r.URL.Path)) }
