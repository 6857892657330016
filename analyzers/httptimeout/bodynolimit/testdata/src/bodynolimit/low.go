package bodynolimit

import (
	"bytes"
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
	if _, err := b.ReadFrom(r.Body); err != nil { // want `b.ReadFrom reads r.Body to the end`
		return
	}
	_, _ = b.WriteTo(w)
}
