package none

import (
	"context"
	"net/http"
	"time"
)

// Which of the two servers has the handler is not known, and one has no limit:
// reading a header within 5 s limits no handler.
func serve(h http.Handler) {
	go (&http.Server{Handler: h, WriteTimeout: 10 * time.Second}).ListenAndServe()
	go (&http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second}).ListenAndServe()
}

func handle(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Minute) // want `slow upstream closes the client's connection instead of an error response`
	defer cancel()
	<-ctx.Done()
}
