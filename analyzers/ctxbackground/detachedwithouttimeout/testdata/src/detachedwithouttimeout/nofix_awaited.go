package detachedwithouttimeout

import (
	"context"
	"database/sql"
	"sync"
)

type submitter struct {
	running sync.WaitGroup
	db      *sql.DB
}

// The shutdown waits for the goroutine.
func (s *submitter) submit(ctx context.Context) {
	s.running.Add(1)
	go enqueueIn(context.WithoutCancel(ctx), s.db, &s.running) // want `enqueueIn can block forever, and shutdown cannot cancel it`
}

func (s *submitter) Close() { s.running.Wait() }

func enqueueIn(ctx context.Context, db *sql.DB, running *sync.WaitGroup) {
	defer running.Done()
	_, _ = db.ExecContext(ctx, "insert")
}
