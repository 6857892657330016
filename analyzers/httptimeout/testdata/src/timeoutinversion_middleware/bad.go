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
	ctx, cancel := context.WithTimeout(r.Context(), time.Minute) // want `wait 1m, but http.TimeoutHandler at line 10 ends the answer after 1.5s`
	defer cancel()
	<-ctx.Done()
}
