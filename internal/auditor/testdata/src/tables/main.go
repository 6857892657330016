// Tables registers paths that it goes through in loops, and shows the path of a request.
package main

import (
	"log/slog"
	"net/http"
)

type route struct {
	path   string
	answer http.HandlerFunc
}

var list = []route{
	{"/users", hello},
	{path: "/healthz", answer: hello},
}

var version string

func main() {
	mux := http.NewServeMux()
	for _, path := range []string{"/a.png", "/b.png"} {
		mux.HandleFunc(path, hello)
	}
	for _, r := range list {
		mux.HandleFunc(r.path, r.answer)
	}
	for path, answer := range map[string]http.HandlerFunc{"/readyz": hello, "/d": hello} {
		mux.HandleFunc(path, answer)
	}
	for _, r := range made() {
		mux.HandleFunc(r.path, r.answer)
	}
	endpoint := "/api/graphql"
	mux.HandleFunc(endpoint, hello)
	mux.HandleFunc("/custom/custom.v"+version+".css", hello)
	_ = http.ListenAndServe(":80", mux)
}

func made() []route {
	return []route{
		newRoute("/e", hello),
		newRoute("/f", hello),
	}
}

func newRoute(path string, answer http.HandlerFunc) route {
	return route{path: path, answer: answer}
}

func hello(w http.ResponseWriter, r *http.Request) {
	slog.Info("asked", "what", map[string]any{"path": r.URL.Path})
	_, _ = w.Write([]byte("hello"))
}
