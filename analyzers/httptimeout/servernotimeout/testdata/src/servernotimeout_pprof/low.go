package servernotimeout_pprof

import (
	"net/http"
	_ "net/http/pprof"
)

// The default mux has what pprof gave it.
func Serve(addr string) error { return http.ListenAndServe(addr, nil) } // want `slow clients can exhaust connections and goroutines: http\.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
