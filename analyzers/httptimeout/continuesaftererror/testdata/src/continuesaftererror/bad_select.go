package continuesaftererror

import (
	"io"
	"net/http"
)

// What comes after the select is reached from each of its cases.
func fetched(w http.ResponseWriter, r *http.Request, done <-chan string) {
	name := ""
	select {
	case <-r.Context().Done():
		http.Error(w, "too late", http.StatusGatewayTimeout) // want `the handler continues after http\.Error as if nothing had failed`
	case name = <-done:
	}
	io.WriteString(w, name)
}
