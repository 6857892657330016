// Package api has a server.
package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

type Server struct{ http *http.Server }

func New(h *http.Server) *Server { return &Server{h} }

// Run returns whatever error the server returns.
func (s *Server) Run() error {
	if err := s.http.ListenAndServe(); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	return nil
}

// RunUntil distinguishes the shutdown from failures.
func (s *Server) RunUntil() error {
	if err := s.http.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("listen: %w", err)
	}
	return nil
}

func (s *Server) Stop(ctx context.Context) error { return s.http.Shutdown(ctx) }
