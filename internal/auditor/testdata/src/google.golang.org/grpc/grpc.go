// Package grpc is a stub.
package grpc

import (
	"net"
	"net/http"
)

type Server struct{}

func NewServer() *Server { return nil }

func (*Server) ServeHTTP(http.ResponseWriter, *http.Request) {}
func (*Server) GracefulStop()                                {}

func (*Server) Serve(net.Listener) error { return nil }
