package timeoutinversion

import (
	"context"
	"net/http"
	"time"
)

// The wait is shorter than the answer may take.
func inTime(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 8*time.Second)
	defer cancel()
	if err := load(ctx); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// Nobody waits for a background job.
func background(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	_ = load(ctx)
}

// The goroutine goes on without the handler.
func starts(w http.ResponseWriter, r *http.Request) {
	go later(context.WithoutCancel(r.Context()))
	w.WriteHeader(http.StatusAccepted)
}

func later(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	_ = ctx
}

// A limit that comes from the configuration.
func configured(w http.ResponseWriter, r *http.Request, d time.Duration) {
	ctx, cancel := context.WithTimeout(r.Context(), d)
	defer cancel()
	_ = load(ctx)
}

// A client that no handler uses.
var slow = &http.Client{Timeout: time.Hour}

func nightly() { _, _ = slow.Get("http://archive") }

// The debug server does not count: profiles take their time.
func debug() error {
	return (&http.Server{Addr: "localhost:6060"}).ListenAndServe()
}
