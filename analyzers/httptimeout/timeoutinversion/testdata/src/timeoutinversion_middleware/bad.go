package middleware

import (
	"context"
	"net/http"
	"time"
)

func limit(h http.Handler) http.Handler {
	return http.TimeoutHandler(h, 1500*time.Millisecond, "too slow")
}

func handle(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Minute) // want `slow upstream closes the client's connection instead of an error response`
	defer cancel()
	<-ctx.Done()
}
