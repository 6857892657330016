package a

import (
	"context"
	"errors"
	"net/http"
)

type Server struct{ http *http.Server }

func (s *Server) Run() error { return s.http.ListenAndServe() } // want Run:"serves .http"

func (s *Server) Start() error { // want Start:"serves .http"
	err := s.Run()
	if err != nil {
		return err
	}
	return nil
}

// Nope. The end is told apart.
func (s *Server) Quiet() error {
	if err := s.http.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Nope. It serves in a goroutine.
func (s *Server) Later() error {
	go func() { _ = s.http.ListenAndServe() }()
	return nil
}

// Nope. It returns no error of the server.
func (s *Server) Silent() error {
	_ = s.http.ListenAndServe()
	return nil
}

func (s *Server) Stop(ctx context.Context) error { return s.http.Shutdown(ctx) } // want Stop:"stops .http"

type Embedded struct{ *http.Server }

func (e *Embedded) Run() error { return e.ListenAndServe() } // want Run:"serves ."

func (e *Embedded) Stop(ctx context.Context) { _ = e.Shutdown(ctx) } // want Stop:"stops ."
