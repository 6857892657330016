package servernotimeout

import (
	"net"
	"net/http"
	"net/http/httptest"
	"time"

	"example.com/limits"
)

// ReadHeaderTimeout is what it takes.
func limited(addr string, h http.Handler) error {
	srv := &http.Server{
		Addr:              addr,
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}
	return srv.ListenAndServe()
}

// ReadTimeout alone is enough: it bounds the header as well.
func readTimeout(h http.Handler) error {
	return (&http.Server{Handler: h, ReadTimeout: time.Minute}).ListenAndServe()
}

// The limit comes from the configuration, whatever it is.
func configured(h http.Handler, d time.Duration) error {
	return (&http.Server{Handler: h, ReadHeaderTimeout: d}).ListenAndServe()
}

// Another package gets it, and sets a limit.
type elsewhere struct{ srv *http.Server }

func (e *elsewhere) start() {
	e.srv = &http.Server{}
	limits.Configure(e.srv)
	_ = e.srv.ListenAndServe()
}

// The test server's owner decides.
func forTests(h http.Handler) *httptest.Server {
	return &httptest.Server{Config: &http.Server{Handler: h}}
}

// The constructors of another package set a limit, or may.
func fromOthers(h http.Handler, option func(*http.Server)) {
	_ = limits.NewLimited(h).ListenAndServe()
	_ = limits.NewConfigured(option).ListenAndServe()
}

// A server that comes from elsewhere was made elsewhere.
func serve(srv *http.Server, l net.Listener) error { return srv.Serve(l) }

// Another linter has been told why.
func probes(port string, mux *http.ServeMux) {
	_ = http.ListenAndServe(":"+port, mux) // #nosec G114 -- probes only
}

// Each of them gets a limit in a loop.
func together(handlers ...http.Handler) {
	var servers []*http.Server
	for _, h := range handlers {
		servers = append(servers, &http.Server{Handler: h})
	}
	for _, srv := range servers {
		srv.ReadTimeout = time.Minute
		go srv.ListenAndServe()
	}
}
