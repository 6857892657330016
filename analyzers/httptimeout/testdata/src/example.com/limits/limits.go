// Package limits makes clients and servers for others.
package limits

import (
	"net/http"
	"time"
)

// NewServer returns a server without limits.
func NewServer(addr string, h http.Handler) *http.Server {
	srv := &http.Server{Addr: addr}
	srv.Handler = h
	return srv
}

// NewLimited returns a server with limits.
func NewLimited(h http.Handler) *http.Server {
	srv := &http.Server{Handler: h}
	srv.ReadTimeout = 5 * time.Second
	return srv
}

// NewConfigured hands the server to an option.
func NewConfigured(option func(*http.Server)) *http.Server {
	srv := &http.Server{}
	option(srv)
	return srv
}

// NewClient returns a client without a limit.
func NewClient() *http.Client { return newClient(&http.Transport{MaxIdleConns: 10}) }

func newClient(rt *http.Transport) *http.Client {
	return &http.Client{Transport: http.DefaultTransport}
}

// NewPatient returns either a client without a limit, or none.
func NewPatient(on bool) *http.Client {
	if !on {
		return nil
	}
	return &http.Client{}
}

// NewHasty returns a client with a limit.
func NewHasty() *http.Client { return &http.Client{Timeout: time.Second} }

// Configure sets a limit.
func Configure(srv *http.Server) { srv.ReadTimeout = time.Second }
