package main

import (
	"context"
	"database/sql"
	"sync"
	"time"
)

// Stop closes the database under the goroutine.
type saver struct {
	mu   sync.Mutex
	db   *sql.DB
	stop chan struct{}
}

func newSaver(db *sql.DB) *saver {
	s := &saver{db: db, stop: make(chan struct{})}
	go s.loop() // want `db may be used after Stop closes it at line \d+: nothing waits for s\.loop, which Stop stops \(goroutineleak/unjoined-worker\)`
	return s
}

func (s *saver) loop() {
	for {
		select {
		case <-s.stop:
			return
		case <-time.After(time.Second):
			s.save()
		}
	}
}

func (s *saver) save() { s.db.Exec("INSERT") }

func (s *saver) Stop() error {
	close(s.stop)
	// Nobody uses it any more.
	return s.db.Close()
}

// With a context, a cancel function, and an argument.
type mailer struct {
	sync.Mutex
	store  store
	cancel context.CancelFunc
}

type store interface {
	Save(string) error
	Close() error
}

func (m *mailer) Start() {
	ctx, cancel := context.WithCancel(context.Background())
	m.cancel = cancel
	go m.run(ctx, "x") // want `store may be used after Shutdown closes it at line \d+: nothing waits for m\.run, which Shutdown stops`
}

func (m *mailer) run(ctx context.Context, name string) {
	for ctx.Err() == nil {
		m.store.Save(name)
		time.Sleep(time.Minute)
	}
}

func (m *mailer) Shutdown(ctx context.Context) {
	m.cancel()
	if err := m.store.Close(); err != nil {
		println(err.Error())
	}
}
