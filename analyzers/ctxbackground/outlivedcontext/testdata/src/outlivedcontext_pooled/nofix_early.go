package pooled

import (
	"context"
	"io"
	"net/http"
	"time"
)

// relay leaves on the timeout, while the goroutine still copies.
func relay(ctx context.Context, w http.ResponseWriter, from io.Reader) error {
	done := make(chan error, 1)
	go func() {
		_, err := io.Copy(w, from) // want `the goroutine started at line 13 may read or answer another request: the server reuses w when relay returns`
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// limit answers in place of a handler that is too slow, and that goes on writing.
func limit(next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			next.ServeHTTP(w, r) // want `the goroutine started at line 29 may read or answer another request: the server reuses w when the enclosing function returns`
		}()
		select {
		case <-done:
		case <-time.After(time.Second):
			http.Error(w, "too slow", http.StatusServiceUnavailable)
		}
	}
}
