// Package web serves, and leaves signals to others.
package web

import "net/http"

type Server struct{ h http.Handler }

func (s *Server) Start(addr string) error { return listen(addr, s.h) }

func listen(addr string, h http.Handler) error {
	srv := &http.Server{Addr: addr, Handler: h}
	return srv.ListenAndServe()
}
