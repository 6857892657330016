// Package fasthttp stands for the real one.
package fasthttp

import (
	"net"
	"time"
)

type RequestCtx struct{}

type RequestHandler func(ctx *RequestCtx)

type Server struct {
	Handler     RequestHandler
	Name        string
	ReadTimeout time.Duration
}

func (s *Server) ListenAndServe(addr string) error { return nil }

func (s *Server) Serve(ln net.Listener) error { return nil }

type Client struct {
	ReadTimeout time.Duration
}
