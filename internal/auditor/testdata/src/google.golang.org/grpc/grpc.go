// Package grpc is a stub.
package grpc

import "net/http"

type Server struct{}

func NewServer() *Server { return nil }

func (*Server) ServeHTTP(http.ResponseWriter, *http.Request) {}
func (*Server) GracefulStop()                                {}
