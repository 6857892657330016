package servernotimeout_metrics

import (
	"expvar"
	"log"
	"net/http"
)

// low: the default mux serves variables, and a page that says so.
func serve(page http.Handler) {
	http.Handle("/debug/vars", expvar.Handler())
	http.Handle("/", page)
	log.Fatal(http.ListenAndServe(":9100", nil)) // want `serves without ReadHeaderTimeout`
}

// low: so does a mux of its own.
func own() error {
	mux := http.NewServeMux()
	mux.Handle("/vars", expvar.Handler())
	return http.ListenAndServe(":9100", mux) // want `serves without ReadHeaderTimeout`
}
