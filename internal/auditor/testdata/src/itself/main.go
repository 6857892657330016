// Itself has a server that gets the signal, and stops, by itself.
package main

import (
	"net/http"

	"github.com/fvbock/endless"
)

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("/healthz", func(w http.ResponseWriter, r *http.Request) {})
	_ = endless.ListenAndServe(":80", mux)
}
