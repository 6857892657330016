package lifecycle

import (
	"context"
	"crypto/rand"
	"net/http"
)

// requestIDHeader is the header that carries a request's ID between services.
const requestIDHeader = "X-Request-ID"

type requestIDKey struct{}

// RequestID gives every request an ID: the X-Request-ID it came with, or a new
// one if it came with none or with one that is not safe to log (longer than 128
// bytes, or other than visible ASCII). The ID is in the request's header, which
// a reverse proxy passes on, in the response's header, and in the context, where
// RequestIDFrom finds it and PropagateRequestID uses it.
func RequestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(requestIDHeader)
		if !validRequestID(id) {
			id = rand.Text()
		}
		r = r.Clone(context.WithValue(r.Context(), requestIDKey{}, id))
		r.Header.Set(requestIDHeader, id)
		w.Header().Set(requestIDHeader, id)
		next.ServeHTTP(w, r)
	})
}

// RequestIDFrom returns the request ID in ctx, or "".
func RequestIDFrom(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// PropagateRequestID returns a transport that adds the request ID in the context
// of a request to its header, unless it has one. A nil rt means
// http.DefaultTransport.
func PropagateRequestID(rt http.RoundTripper) http.RoundTripper {
	if rt == nil {
		rt = http.DefaultTransport
	}
	return propagator{rt}
}

type propagator struct{ next http.RoundTripper }

func (p propagator) RoundTrip(r *http.Request) (*http.Response, error) {
	if id := RequestIDFrom(r.Context()); id != "" && r.Header.Get(requestIDHeader) == "" {
		r = r.Clone(r.Context()) // a RoundTripper must not change the request
		r.Header.Set(requestIDHeader, id)
	}
	return p.next.RoundTrip(r)
}

func validRequestID(id string) bool {
	for i := range len(id) {
		if id[i] <= ' ' || id[i] > '~' {
			return false
		}
	}
	return 0 < len(id) && len(id) <= 128
}
