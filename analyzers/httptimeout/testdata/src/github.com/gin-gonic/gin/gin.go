// Package gin stands for the real one.
package gin

import (
	"context"
	"net/http"
)

type Engine struct{}

func New() *Engine { return &Engine{} }

func (e *Engine) ServeHTTP(http.ResponseWriter, *http.Request) {}
func (e *Engine) Run(addr ...string) error                     { return nil }
func (e *Engine) RunTLS(addr, cert, key string) error          { return nil }

type Context struct {
	context.Context
	Request *http.Request
}
