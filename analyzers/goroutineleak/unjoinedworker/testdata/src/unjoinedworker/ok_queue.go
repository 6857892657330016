package main

import (
	"context"
	"database/sql"
	"log"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// Safe: the workers are waited for after the close.
func Counted(db *sql.DB, jobs []string) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	queue := make(chan string, 100)
	var workers sync.WaitGroup
	for range 4 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for job := range queue {
				_, _ = db.ExecContext(ctx, "INSERT INTO jobs VALUES ($1)", job)
			}
		}()
	}
	for _, job := range jobs {
		queue <- job
	}
	close(queue)
	workers.Wait()
}

// Safe: nothing is stored.
func Logged(jobs []string) {
	_, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	queue := make(chan string, 100)
	go func() {
		for job := range queue {
			log.Print(job)
		}
	}()
	for _, job := range jobs {
		queue <- job
	}
	close(queue)
}

// Safe: the worker has some time.
func Paused(db *sql.DB, jobs []string) {
	_, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	in := &intake{db: db, jobs: make(chan string, 100)}
	go in.work()
	for _, job := range jobs {
		in.jobs <- job
	}
	close(in.jobs)
	time.Sleep(time.Second)
}

// Safe: the process does not end with the function.
func Handed(db *sql.DB, jobs []string) {
	in := &intake{db: db, jobs: make(chan string, 100)}
	go in.work()
	for _, job := range jobs {
		in.jobs <- job
	}
	close(in.jobs)
}

// Safe: what is sent on a channel without a buffer has been received.
func Unbuffered(db *sql.DB, jobs []string) {
	_, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	queue := make(chan string)
	go func() {
		for job := range queue {
			_, _ = db.Exec("INSERT INTO jobs VALUES ($1)", job)
		}
	}()
	for _, job := range jobs {
		queue <- job
	}
	close(queue)
}
