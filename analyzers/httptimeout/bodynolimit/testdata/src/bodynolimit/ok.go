package bodynolimit

import (
	"encoding/json"
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

// Silent: what a test of a client or a proxy has sent, for which nothing here answers.
func logged(r *http.Request) (v map[string]any, err error) {
	err = json.NewDecoder(r.Body).Decode(&v)
	return v, err
}

// Silent: the body of an answer.
func answer(resp *http.Response) (v map[string]any, err error) {
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v, err
}
