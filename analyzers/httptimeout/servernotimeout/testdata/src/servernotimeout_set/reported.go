package set

import (
	"net"
	"net/http"
)

// Set by an option.
func byOption(options ...func(*http.Server)) error {
	var srv http.Server // want `slow clients can exhaust connections and goroutines: srv has neither ReadHeaderTimeout nor ReadTimeout`
	for _, option := range options {
		option(&srv)
	}
	return srv.ListenAndServe()
}

// One variable for both: the block tells which listener it is.
func startOn(path, addr string, h http.Handler) error {
	var srv *http.Server
	if path != "" {
		l, err := net.Listen("unix", path)
		if err != nil {
			return err
		}
		srv = &http.Server{Handler: h} // want `http.Server srv has neither .* low confidence`
		go serveOn(srv, l)
	} else {
		l, err := net.Listen("tcp", addr)
		if err != nil {
			return err
		}
		srv = &http.Server{Handler: h} // want `http.Server srv has neither ReadHeaderTimeout nor ReadTimeout`
		go serveOn(srv, l)
	}
	return srv.Close()
}

func serveOn(srv *http.Server, l net.Listener) { _ = srv.Serve(l) }
