package bodynolimit_files

import (
	"io"
	"net/http"
)

func second(w http.ResponseWriter, r *http.Request) {
	data, _ := io.ReadAll(r.Body)
	_, _ = w.Write(data)
}
