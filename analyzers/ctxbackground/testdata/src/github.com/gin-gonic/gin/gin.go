// Package gin stands for the real one.
package gin

import "net/http"

type Context struct{ Request *http.Request }

func (c *Context) Copy() *Context { return &Context{c.Request} }

func (c *Context) ClientIP() string { return c.Request.RemoteAddr }

func (c *Context) JSON(code int, v any) {}

func (c *Context) Status(code int) {}
