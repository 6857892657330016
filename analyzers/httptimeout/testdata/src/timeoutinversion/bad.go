package timeoutinversion

import (
	"context"
	"net/http"
	"time"
)

const patience = 30 * time.Second

func serve(h http.Handler) error {
	srv := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second}
	return srv.ListenAndServe()
}

// A handler that may wait three times as long as its answer may take.
func handle(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), patience) // want `context.WithTimeout lets a handler wait 30s, but WriteTimeout at line 12 ends the answer after 10s: a slow peer becomes a cut connection instead of an error \(httptimeout/timeout-inversion\)`
	defer cancel()
	if err := load(ctx); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// A function that a handler calls, and the client it uses.
func handleOther(w http.ResponseWriter, r *http.Request) {
	if err := load(r.Context()); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

var client = &http.Client{Timeout: 2 * time.Minute} // want `http.Client lets a handler wait 2m, but WriteTimeout at line 12`

func load(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://inventory", nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A closure in a handler's place.
func route(mux *http.ServeMux) {
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), time.Minute) // want `context.WithTimeout lets a handler wait 1m`
		defer cancel()
		_ = load(ctx)
	})
}
