package bodynolimit_nonempty

import (
	"io"
	"net/http"
)

// Whether there is a body says nothing about how long it is.
func save(w http.ResponseWriter, r *http.Request) {
	var data []byte
	if r.ContentLength > 0 && r.Header.Get("Content-Type") == "application/json" {
		data, _ = io.ReadAll(r.Body) // want `one request can exhaust the memory: io.ReadAll reads r.Body to the end, however long it is`
	}
	_, _ = w.Write(data)
}
