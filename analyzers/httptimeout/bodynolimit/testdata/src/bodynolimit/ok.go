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

// Silent: all there is is wanted, and nothing says how much that may be.
func page(resp *http.Response) ([]byte, error) { return io.ReadAll(resp.Body) }

// Silent: the length is compared to choose, not to refuse.
func preview(resp *http.Response) (string, error) {
	data, err := io.ReadAll(resp.Body)
	if len(data) > 80 {
		data = data[:80]
	}
	return string(data), err
}

// Silent: the reader has a limit already.
func logoLimited(resp *http.Response) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(resp.Body, mostLogo+1))
	if len(data) > mostLogo {
		return nil, err
	}
	return data, err
}

// Silent: the handler limits what its helper decodes.
func limits(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<10)
	if parsed(r) != nil {
		w.WriteHeader(http.StatusBadRequest)
	}
	_, _ = io.ReadAll(r.Body)
}

func parsed(r *http.Request) error { return json.NewDecoder(r.Body).Decode(new(string)) }
