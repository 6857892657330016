// Package bodynolimit would pass on the beginning of a body that is too long.
package bodynolimit

import (
	"bytes"
	"io"
	"net/http"
)

func sign(next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // want `one request can exhaust the memory: io.ReadAll reads r.Body to the end`
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	}
}
