package servernotimeout

import (
	"net/http"
	"time"
)

// An exported constructor hands it out: the caller may set the limits.
func NewServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h} // want `slow clients can exhaust connections and goroutines: http\.Server has neither ReadHeaderTimeout nor ReadTimeout`
}

// An exported field that somebody else may fill in before it is served.
type other struct{ Server *http.Server }

func newOther(h http.Handler) *other { return &other{Server: &http.Server{Handler: h}} } // want `slow clients can exhaust connections and goroutines: http\.Server has neither ReadHeaderTimeout nor ReadTimeout`

// A comment that speaks of timeouts is no reason to have none.
func behindProxy(addr string, h http.Handler) error {
	// The timeouts are those of the proxy.
	srv := &http.Server{Addr: addr, Handler: h} // want `slow clients can exhaust connections and goroutines: http\.Server srv has neither ReadHeaderTimeout nor ReadTimeout`
	return srv.ListenAndServe()
}

func knowingly(addr string, h http.Handler) {
	// This has no support for timeouts, and its only client is a sidecar.
	if err := http.ListenAndServe(addr, h); err != nil { // want `slow clients can exhaust connections and goroutines: http\.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
		panic(err)
	}
}

// Zero is no limit.
func zeroes(addr string, h http.Handler) error {
	srv := &http.Server{Addr: addr, Handler: h, ReadTimeout: 0, ReadHeaderTimeout: 0} // want `http.Server srv has neither`
	srv.ReadTimeout = 0
	return srv.ListenAndServe()
}

// A server among several, one of which has a limit.
func several(public, internal http.Handler) {
	servers := []*http.Server{
		{Addr: ":8080", Handler: public},   // want `http.Server has neither`
		{Addr: ":8081", Handler: internal}, // want `http.Server has neither`
	}
	for _, srv := range servers {
		go srv.ListenAndServe()
	}
	other := &http.Server{Addr: ":8082"}
	other.ReadHeaderTimeout = time.Second
	go other.ListenAndServe()
}
