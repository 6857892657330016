// Lookup finds what answers by the path in a map of its own.
package main

import "net/http"

type route struct {
	method string
	answer func(http.ResponseWriter)
}

var routes = map[string]route{}

func answer(w http.ResponseWriter, r *http.Request) {
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
