package set

import (
	"net"
	"net/http"
	"time"
)

// Set later, through the same variable.
func later(h http.Handler) error {
	srv := &http.Server{Handler: h}
	srv.ReadTimeout = time.Minute
	return srv.ListenAndServe()
}

// Set by a helper that gets its address.
func byHelper(h http.Handler) error {
	srv := http.Server{Handler: h}
	limit(&srv)
	return srv.ListenAndServe()
}

func limit(srv *http.Server) { srv.ReadHeaderTimeout = time.Second }

// Set through the struct that embeds it, by another method.
type app struct{ http.Server }

func newApp(d time.Duration) *app {
	created := &app{}
	created.ReadTimeout = d
	return created
}

func (a *app) run(l net.Listener) error { return a.Serve(l) }

// Given in the literal of the struct that embeds it.
type tool struct{ http.Server }

var made = tool{Server: http.Server{ReadTimeout: time.Second}}

func (t *tool) run(l net.Listener) error { return t.Serve(l) }

// Assigned as a whole.
type swap struct{ srv http.Server }

func (s *swap) run(l net.Listener) error {
	s.srv = http.Server{ReadTimeout: time.Second}
	return s.srv.Serve(l)
}
