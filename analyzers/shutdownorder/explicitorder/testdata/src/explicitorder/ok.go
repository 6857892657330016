package explicitorder

import (
	"context"
	"database/sql"
	"log"
	"net"
	"net/http"
	"sync"
)

type ordered struct {
	db, cache *sql.DB
	stop      chan struct{}
	wg        sync.WaitGroup
}

func (s *ordered) Start() {
	s.wg.Go(func() {
		<-s.stop
		_ = s.db.Ping()
	})
}

// Nope. The wait comes first.
func (s *ordered) Stop() {
	close(s.stop)
	s.wg.Wait()
	s.db.Close()
}

// Nope. The goroutine does not use the cache.
func (s *ordered) StopCacheFirst() {
	close(s.stop)
	s.cache.Close()
	s.wg.Wait()
	s.db.Close()
}

// Nope. Closing the listener is what ends the goroutine.
func accepts(ln net.Listener) {
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			if _, err := ln.Accept(); err != nil {
				return
			}
		}
	})
	ln.Close()
	wg.Wait()
}

// Nope. The server has been shut down before.
func serverFirst(ctx context.Context, db *sql.DB) {
	srv := &http.Server{Handler: routes(db)}
	<-ctx.Done()
	_ = srv.Shutdown(context.Background())
	db.Close()
}

// Nope. The server does not use what is closed.
func unrelated(ctx context.Context, db, other *sql.DB) {
	srv := &http.Server{Handler: routes(db)}
	<-ctx.Done()
	other.Close()
	_ = srv.Shutdown(context.Background())
	db.Close()
}

// Nope. On this path the goroutine has not been started.
func errorPath(db *sql.DB) error {
	var wg sync.WaitGroup
	if err := db.Ping(); err != nil {
		db.Close()
		return err
	}
	wg.Go(func() { log.Print(db.Ping()) })
	wg.Wait()
	return db.Close()
}

// Nope. The goroutine is started behind the close, with another store.
func replaced(open func() *sql.DB) {
	db := open()
	db.Close()
	db = open()
	var wg sync.WaitGroup
	wg.Go(func() { log.Print(db.Ping()) })
	wg.Wait()
}

// Closing the feed is what ends the goroutine that reads from it.
type feed struct {
	*sql.DB
	events chan string
}

type follower struct {
	feed *feed
	wg   sync.WaitGroup
}

func follow(f *feed) *follower {
	l := &follower{feed: f}
	l.wg.Add(1)
	go l.run()
	return l
}

func (l *follower) run() {
	defer l.wg.Done()
	for range l.feed.events {
		_ = l.feed.Ping()
	}
}

func (l *follower) Close() {
	l.feed.Close()
	l.wg.Wait()
}

// Nope. Closing the queue is what ends one of the two, and the wait is for both.
type spool struct {
	queue *sql.DB
	in    chan string
	wg    sync.WaitGroup
}

func newSpool(queue *sql.DB) *spool {
	s := &spool{queue: queue, in: make(chan string)}
	s.wg.Add(2)
	go s.enqueue()
	go s.dequeue()
	return s
}

func (s *spool) enqueue() {
	defer s.wg.Done()
	for e := range s.in {
		_, _ = s.queue.Exec("insert into queue values (?)", e)
	}
}

func (s *spool) dequeue() {
	defer s.wg.Done()
	for {
		if _, err := s.queue.Exec("delete from queue"); err != nil {
			return
		}
	}
}

func (s *spool) Stop() {
	close(s.in)
	s.queue.Close()
	s.wg.Wait()
}
