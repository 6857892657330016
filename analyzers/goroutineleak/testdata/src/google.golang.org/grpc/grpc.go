// Package grpc stands for the real one.
package grpc

type Server struct{ open int }

func NewServer() *Server { return new(Server) }

func (s *Server) GracefulStop() { s.open = 0 }

func (s *Server) Stop() { s.open = 0 }
