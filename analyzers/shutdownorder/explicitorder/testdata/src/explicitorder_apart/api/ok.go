// Package api answers requests with what it is given.
package api

import (
	"context"
	"net/http"
	"time"

	"explicitorder_apart/pool"
)

type Server struct {
	http   *http.Server
	titles *pool.Titles
	jobs   *pool.Pool
}

func New(titles *pool.Titles, jobs *pool.Pool) *Server {
	s := &Server{titles: titles, jobs: jobs}
	mux := http.NewServeMux()
	mux.HandleFunc("/title", s.title)
	s.http = &http.Server{Addr: ":8080", Handler: mux, ReadHeaderTimeout: time.Second}
	return s
}

func (s *Server) title(w http.ResponseWriter, _ *http.Request) {
	if s.titles.Title() != nil {
		w.WriteHeader(http.StatusInternalServerError)
	}
	s.jobs.Submit(func() {})
}

func (s *Server) Stop(ctx context.Context) error { return s.http.Shutdown(ctx) }
