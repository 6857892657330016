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
	go http.ListenAndServe(addr, mux)             // want `slow clients can exhaust connections and goroutines: http\.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
	srv := &http.Server{Addr: addr, Handler: mux} // want `slow clients can exhaust connections and goroutines: http\.Server srv has neither ReadHeaderTimeout nor ReadTimeout`
	go srv.ListenAndServe()
}
