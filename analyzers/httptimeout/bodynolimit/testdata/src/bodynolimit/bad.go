package bodynolimit

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
)

func upload(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(r.Body) // want `one request can exhaust the memory: io.ReadAll reads r.Body to the end, however long it is`
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	_, _ = w.Write(data)
}

var handler = func(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	if _, err := b.ReadFrom(r.Body); err != nil { // one middleware repairs all of a file
		return
	}
	_, _ = b.WriteTo(w)
}

// A helper of handlers has no response to limit the body for.
func decode[T any](r *http.Request) (v T, err error) {
	err = json.NewDecoder(r.Body).Decode(&v)
	return v, err
}

func create(w http.ResponseWriter, r *http.Request) {
	if _, err := decode[string](r); err != nil {
		w.WriteHeader(http.StatusBadRequest)
	}
}
