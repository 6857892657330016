// Package echo is a stub.
package echo

import "net/http"

type Echo struct{ mux http.ServeMux }

func New() *Echo { return new(Echo) }

func (e *Echo) ServeHTTP(w http.ResponseWriter, r *http.Request) { e.mux.ServeHTTP(w, r) }

func (e *Echo) StartTLS(address string, certFile, keyFile interface{}) error { return nil }

func (e *Echo) StartServer(s *http.Server) error { return nil }
