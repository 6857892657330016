// Circle wraps the function that a variable holds in another one, and puts that into the
// same variable.
package main

import (
	"net/http"
	"os"
)

func ok(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }

func counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, r) })
}

func main() {
	answer := ok
	if os.Getenv("COUNT") != "" {
		before := answer
		answer = func(w http.ResponseWriter, r *http.Request) {
			counted(http.HandlerFunc(before)).ServeHTTP(w, r)
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/healthz", ok)
	mux.HandleFunc("/", answer)
	_ = http.ListenAndServe(":80", mux)
}
