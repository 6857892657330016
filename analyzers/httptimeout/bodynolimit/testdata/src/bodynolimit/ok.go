package bodynolimit

import (
	"io"
	"net/http"
)

// Silent: it asks for the length.
func measured(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength < 0 || r.ContentLength > 1<<20 {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	_, _ = io.ReadAll(r.Body)
}

// Silent: the body of a request that is sent.
func sent(r *http.Request) ([]byte, error) { return io.ReadAll(r.Body) }

// Silent: nothing of it stays in memory.
func dropped(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }
