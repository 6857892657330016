// Package chi stands for a router with routers below it.
package chi

import "net/http"

type Router interface {
	http.Handler
	Get(pattern string, h http.HandlerFunc)
	Route(pattern string, fn func(r Router)) Router
	Group(fn func(r Router)) Router
	With(middlewares ...func(http.Handler) http.Handler) Router
	Mount(pattern string, h http.Handler)
	Use(middlewares ...func(http.Handler) http.Handler)
}

type Mux struct{}

func NewRouter() *Mux                                                     { return &Mux{} }
func (*Mux) ServeHTTP(http.ResponseWriter, *http.Request)                 {}
func (*Mux) Get(pattern string, h http.HandlerFunc)                       {}
func (m *Mux) Route(pattern string, fn func(r Router)) Router             { return m }
func (m *Mux) Group(fn func(r Router)) Router                             { return m }
func (m *Mux) With(middlewares ...func(http.Handler) http.Handler) Router { return m }
func (*Mux) Mount(pattern string, h http.Handler)                         {}
func (*Mux) Use(middlewares ...func(http.Handler) http.Handler)           {}
