package backgroundoverparam

import (
	"context"
	"net/http"
)

// What makes another request of one leaves its context behind, and what that carries: there is no
// saying what the copy needs of it.
func bare(r *http.Request) *http.Request {
	return copyOf(context.Background(), r) // want `context\.Background`
}

func copyOf(ctx context.Context, r *http.Request) *http.Request {
	out := r.Clone(ctx)
	out.Header.Del("Authorization")
	return out
}
