// Lettered registers paths of which not even the end is known: one is a setting, one
// ends in the midst of a word, and one in what a helper returns sometimes.
package main

import (
	"net/http"
	"os"
)

func sometimes(route string) string {
	if os.Getenv("FLAT") != "" {
		return "/"
	}
	return os.Getenv("BASE") + route
}

func main() {
	answer := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }
	mux := http.NewServeMux()
	mux.HandleFunc(os.Getenv("BASE"), answer)
	mux.HandleFunc(os.Getenv("BASE")+"healthz", answer)
	mux.HandleFunc(sometimes("/livez"), answer)
	mux.HandleFunc(os.Getenv("BASE")+"/"+"ready", answer)
	_ = http.ListenAndServe(":80", mux)
}
