// Lookup finds what answers by the path in a map of its own, and serves what comes through
// the connection of a request.
package main

import (
	"net"
	"net/http"
)

var tunnel net.Listener

type route struct {
	method string
	answer func(http.ResponseWriter)
}

var routes = map[string]route{}

func answer(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect {
		_ = http.Serve(tunnel, nil)
		return
	}
	found, ok := routes[r.URL.Path]
	if !ok || found.method != r.Method {
		http.NotFound(w, r)
		return
	}
	found.answer(w)
}

func main() {
	routes["/healthz"] = route{http.MethodGet, func(w http.ResponseWriter) { w.WriteHeader(http.StatusOK) }}
	_ = http.ListenAndServe(":80", http.HandlerFunc(answer))
}
