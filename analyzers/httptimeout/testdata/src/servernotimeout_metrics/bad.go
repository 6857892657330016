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
