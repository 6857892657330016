// Package echo stands for the real one.
package echo

import "net/http"

type Echo struct{ Server *http.Server }

func New() *Echo { return &Echo{Server: &http.Server{}} } //nolint

func (e *Echo) Start(addr string) error { return nil }

type Context interface {
	Param(name string) string
	JSON(code int, i any) error
	NoContent(code int) error
}
