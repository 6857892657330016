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

func (c *Context) Param(key string) string               { return "" }
func (c *Context) JSON(code int, obj any)                {}
func (c *Context) Redirect(code int, location string)    {}
func (c *Context) AbortWithStatusJSON(code int, obj any) {}
func (c *Context) AbortWithStatus(code int)              {}
func (c *Context) IsAborted() bool                       { return false }
func (c *Context) Next()                                 {}
