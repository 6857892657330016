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
	ctx, cancel := context.WithTimeout(r.Context(), patience) // want `slow upstream closes the client's connection instead of an error response: context\.WithTimeout is 30s, but WriteTimeout at line \d+ ends the response after 10s \(httptimeout/timeout-inversion`
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

var client = &http.Client{Timeout: 2 * time.Minute} // want `slow upstream closes the client's connection instead of an error response`

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
		ctx, cancel := context.WithTimeout(r.Context(), time.Minute) // want `slow upstream closes the client's connection instead of an error response`
		defer cancel()
		_ = load(ctx)
	})
}
