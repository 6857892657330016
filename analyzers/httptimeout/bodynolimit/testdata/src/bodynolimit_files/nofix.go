package bodynolimit_files

import (
	"io"
	"net/http"
)

func first(w http.ResponseWriter, r *http.Request) {
	data, _ := io.ReadAll(r.Body) // want `one request can exhaust the memory`
	_, _ = w.Write(data)
}
