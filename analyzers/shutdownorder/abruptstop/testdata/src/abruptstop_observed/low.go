package observed

import (
	"context"
	"net/http"
	"net/http/pprof"
)

// What is dropped is a profile.
func serve(ctx context.Context) error {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	srv := &http.Server{Addr: "localhost:6060", Handler: mux}
	go srv.ListenAndServe()
	<-ctx.Done()
	return srv.Close() // want `srv\.Close closes their connections`
}
