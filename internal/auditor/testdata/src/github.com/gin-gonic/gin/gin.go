// Package gin stands for a router with groups of paths.
package gin

import "net/http"

type Context struct{ Request *http.Request }

type HandlerFunc func(*Context)

type RouterGroup struct{}

func (*RouterGroup) GET(path string, h ...HandlerFunc)                  {}
func (g *RouterGroup) Group(path string, h ...HandlerFunc) *RouterGroup { return g }

type Engine struct{ RouterGroup }

func (*Engine) NoRoute(h ...HandlerFunc) {}

func New() *Engine                       { return &Engine{} }
func (*Engine) Run(addr ...string) error { return nil }
