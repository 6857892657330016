// Package gin is a stub.
package gin

import (
	"net"
	"net/http"
)

type Engine struct{ mux http.ServeMux }

func New() *Engine { return new(Engine) }

func (e *Engine) ServeHTTP(w http.ResponseWriter, r *http.Request) { e.mux.ServeHTTP(w, r) }

func (e *Engine) Run(addr ...string) error { return http.ListenAndServe(addr[0], e) }

func (e *Engine) RunTLS(addr, certFile, keyFile string) error {
	return http.ListenAndServeTLS(addr, certFile, keyFile, e)
}

func (e *Engine) RunListener(l net.Listener) error { return http.Serve(l, e) }

// Context is what a handler is given.
type Context struct{ Request *http.Request }
