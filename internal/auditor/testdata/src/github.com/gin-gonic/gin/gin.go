// Package gin stands for a router with groups of paths.
package gin

type Context struct{}

type HandlerFunc func(*Context)

type RouterGroup struct{}

func (*RouterGroup) GET(path string, h ...HandlerFunc)                  {}
func (g *RouterGroup) Group(path string, h ...HandlerFunc) *RouterGroup { return g }

type Engine struct{ RouterGroup }

func New() *Engine                       { return &Engine{} }
func (*Engine) Run(addr ...string) error { return nil }
