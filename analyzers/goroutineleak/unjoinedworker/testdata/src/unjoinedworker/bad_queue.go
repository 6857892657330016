package main

import (
	"context"
	"database/sql"
	"os/signal"
	"syscall"
)

type intake struct {
	db   *sql.DB
	jobs chan string
}

func (i *intake) work() {
	for job := range i.jobs {
		_, _ = i.db.Exec("INSERT INTO jobs VALUES ($1)", job)
	}
}

// The jobs that are left in the channel are dropped.
func Accept(db *sql.DB, next func(context.Context) (string, error)) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	in := &intake{db: db, jobs: make(chan string, 100)}
	go in.work() // want `what is left in in\.jobs is lost: Accept returns after the close at line \d+, and nothing waits for in\.work`
	for {
		job, err := next(ctx)
		if err != nil {
			break
		}
		in.jobs <- job
	}
	close(in.jobs)
	return nil
}

// So are those of several workers.
func Spread(db *sql.DB, jobs []string) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	queue := make(chan string, 100)
	for range 4 {
		go func() { // want `what is left in queue is lost: Spread returns after the close at line \d+, and nothing waits for the goroutine`
			for job := range queue {
				_, _ = db.ExecContext(ctx, "INSERT INTO jobs VALUES ($1)", job)
			}
		}()
	}
	for _, job := range jobs {
		queue <- job
	}
	close(queue)
}
