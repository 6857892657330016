package servernotimeout_pprof

import (
	"net/http"
	"net/http/pprof"
)

// Profiles beside something else.
func beside(addr string, h http.Handler) error {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.Handle("/orders", h)
	return http.ListenAndServe(addr, mux) // want `http.ListenAndServe serves without`
}
