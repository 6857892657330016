// Layers wraps a registry in two others, each of which waits for its own goroutine when it is closed:
// what wraps the others is closed first. One writes to disk then. One of two transports writes to a database.
package main

import (
	"context"
	"database/sql"
	"os"
	"os/signal"
	"syscall"
	"time"
)

type Registry interface{ Close() }

type memory struct{}

func (memory) Close() {}

// journal writes now and then.
type journal struct {
	wrapped    Registry
	stop, done chan struct{}
}

func newJournal(r Registry) *journal {
	j := &journal{r, make(chan struct{}), make(chan struct{})}
	go func() {
		defer close(j.done)
		every(j.stop)
	}()
	return j
}

func (j *journal) Close() {
	if j.stop == nil {
		j.write()
		return
	}
	close(j.stop)
	<-j.done
	j.write()
	j.wrapped.Close()
}

func (j *journal) write() {
	f, err := os.Create("journal")
	if err != nil {
		return
	}
	defer f.Close()
	_ = f.Sync()
}

// expiring forgets now and then.
type expiring struct {
	wrapped   Registry
	halt, end chan struct{}
}

func newExpiring(r Registry) *expiring {
	e := &expiring{r, make(chan struct{}), make(chan struct{})}
	go func() {
		defer close(e.end)
		every(e.halt)
	}()
	return e
}

func (e *expiring) Close() {
	close(e.halt)
	<-e.end
	e.wrapped.Close()
}

func every(stop chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-time.After(time.Second):
			println("tick")
		}
	}
}

type Transport interface{ Shut() error }

type discard struct{}

func (discard) Shut() error { return nil }

type store struct{ db *sql.DB }

func (s *store) Shut() error { return s.db.Close() }

func transport() Transport {
	if os.Getenv("DATABASE") == "" {
		return discard{}
	}
	db, err := sql.Open("postgres", os.Getenv("DATABASE"))
	if err != nil {
		panic(err)
	}
	return &store{db}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	r := Registry(memory{})
	r = newJournal(r)
	r = newExpiring(r)
	to, failed := transport(), make(chan error)
	if os.Getenv("QUIET") != "" {
		<-ctx.Done()
		end(r, to)
		return
	}
	select {
	case <-ctx.Done():
		end(r, to)
	case err := <-failed:
		panic(err)
	}
}

func end(r Registry, to Transport) {
	r.Close()
	_ = to.Shut()
}
