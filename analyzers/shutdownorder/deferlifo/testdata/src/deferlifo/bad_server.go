package deferlifo

import (
	"context"
	"database/sql"
	"net/http"
)

// The server is made elsewhere, and one object has it and the database.
type site struct {
	db  *sql.DB
	srv *http.Server
}

func (s *site) run(ctx context.Context) {
	defer s.srv.Shutdown(context.WithoutCancel(ctx))
	defer s.db.Close() // want `deferred s\.db\.Close runs before the deferred s\.srv\.Shutdown \(line 16\): requests in flight may still use it`
	<-ctx.Done()
}

// Shut down before.
func (s *site) runInOrder(ctx context.Context) {
	defer s.srv.Shutdown(context.WithoutCancel(ctx))
	defer s.db.Close()
	<-ctx.Done()
	_ = s.srv.Shutdown(context.WithoutCancel(ctx))
}

func (s *site) runReversed(ctx context.Context) {
	defer s.db.Close()
	defer s.srv.Shutdown(context.WithoutCancel(ctx))
	<-ctx.Done()
}
