// Package grpc stands for the real one.
package grpc

import "context"

type Server struct{ open int }

func NewServer() *Server { return new(Server) }

func (s *Server) GracefulStop() { s.open = 0 }

func (s *Server) Stop() { s.open = 0 }

type ServerStream interface {
	SetTrailer(md map[string][]string)
	Context() context.Context
	SendMsg(m any) error
	RecvMsg(m any) error
}
