package deferlifo

import (
	"context"
	"database/sql"
	"log"
	"sync"
	"time"

	"go.uber.org/zap"
	"golang.org/x/sync/errgroup"
)

func deadlock(jobs chan int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var wg sync.WaitGroup
	defer wg.Wait() // want `deferred wg\.Wait\(\) deadlocks: the deferred cancel\(\) \(line \d+\), which alone stops the goroutine started at line \d+, runs after it`
	wg.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case j := <-jobs:
				log.Print(j)
			}
		}
	})
	time.Sleep(time.Second)
}

func deadlockClose() {
	stop := make(chan struct{})
	done := make(chan struct{})
	defer close(stop)
	defer func() { // the wait may stand in a literal
		<-done // want `deferred <-done deadlocks: the deferred close\(stop\) \(line \d+\), which alone stops the goroutine started at line \d+, runs after it`
	}()
	go func() {
		<-stop
		close(done)
	}()
	time.Sleep(time.Second)
}

func closedEarly(dsn string) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer db.Close() // want `deferred db.Close runs before the deferred wg.Wait\(\) \(line 48\): the goroutine started at line 54 still uses it \(line 55\)`
	wg.Go(func() {
		if _, err := db.Exec("SELECT 1"); err != nil {
			log.Print(err)
		}
	})
	return nil
}

type worker struct{ db *sql.DB }

func newWorker(db *sql.DB) *worker { return &worker{db: db} }

func (w *worker) run(ctx context.Context) error {
	_, err := w.db.ExecContext(ctx, "SELECT 1")
	return err
}

func closedEarlyThroughWorker(db *sql.DB) {
	g, ctx := errgroup.WithContext(context.Background())
	defer g.Wait()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	defer func() {
		if err := db.Close(); err != nil { // want `deferred db.Close runs before the deferred g.Wait\(\) \(line 73\): the goroutine started at line 82 still uses it \(line 82\)`
			log.Print(err)
		}
	}()
	w := newWorker(db)
	g.Go(func() error { return w.run(ctx) })
}

func flushedEarly(db *sql.DB) error {
	logger, err := zap.NewProduction()
	if err != nil {
		return err
	}
	defer func() {
		if err := db.Close(); err != nil {
			logger.Error("close", zap.Error(err))
		}
	}()
	defer logger.Sync() // want `output of the deferred call that logs at line \d+ may stay in the buffer: deferred logger\.Sync runs before it`
	return db.Ping()
}
