package servernotimeout_pprof

import (
	"net/http"
	"net/http/pprof"
)

// Profiles, and nothing else.
func profiles(addr string) {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.Handle("/debug/pprof/heap", pprof.Handler("heap"))
	go http.ListenAndServe(addr, mux)             // want `http\.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout: `
	srv := &http.Server{Addr: addr, Handler: mux} // want `http\.Server srv has neither ReadHeaderTimeout nor ReadTimeout: a clien`
	go srv.ListenAndServe()
}
