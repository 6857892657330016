// Opaque answers by a function that looks at paths in a way of its own.
package main

import (
	"net/http"
	"strings"
)

var probes = []string{"/healthz", "/readyz"}

func main() {
	srv := &http.Server{Addr: ":80"}
	srv.Handler = http.HandlerFunc(answer)
	_ = srv.ListenAndServe()
}

func answer(w http.ResponseWriter, r *http.Request) {
	for _, p := range probes {
		if strings.HasSuffix(r.URL.Path, p) {
			return
		}
	}
	http.NotFound(w, r)
}
