package failedconstructor

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

type meter struct {
	quit   chan struct{}
	cancel context.CancelFunc
	ln     net.Listener
	admin  net.Listener
	srv    *http.Server
	db     *sql.DB
	n      int
}

func (m *meter) poll() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			m.n++
		case <-m.quit:
			return
		}
	}
}

func (m *meter) follow(ctx context.Context) {
	for {
		select {
		case <-time.After(time.Second):
			m.n++
		case <-ctx.Done():
			return
		}
	}
}

func (m *meter) Stop() {
	if m.cancel != nil {
		m.cancel()
	}
	if m.quit != nil {
		close(m.quit)
	}
	for _, end := range []io.Closer{m.ln, m.admin, m.srv, m.db} {
		if end != nil {
			end.Close()
		}
	}
}

// What is stored only when everything has worked is lost when it has not.
func (m *meter) Connect(dsn string) error {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	if err := db.Ping(); err != nil {
		return err // want `m.Connect fails here, and db, opened at line \d+, stays open: the caller gets nothing that it could close`
	}
	m.db = db
	return nil
}

// The context is the worker's own, and only Stop cancels it.
func following(load func() error) (*meter, error) {
	ctx, cancel := context.WithCancel(context.Background())
	m := &meter{cancel: cancel}
	go m.follow(ctx)
	if err := load(); err != nil {
		return nil, err // want `following fails here, and the goroutine of m, started at line \d+, keeps running`
	}
	return m, nil
}

func newMeter() *meter {
	m := &meter{quit: make(chan struct{})}
	go m.poll()
	return m
}

type house struct {
	m    *meter
	name string
}

// A constructor of this package has started it.
func newHouse(load func() (string, error)) (*house, error) {
	m := newMeter()
	name, err := load()
	if err != nil {
		return nil, err // want `newHouse fails here, and the goroutine of m, started at line \d+, keeps running`
	}
	return &house{m: m, name: name}, nil
}

func (m *meter) begin() { go m.poll() }

// A method has started it.
func begun(load func() error) (*meter, error) {
	m := &meter{quit: make(chan struct{})}
	m.begin()
	if err := load(); err != nil {
		return nil, err // want `begun fails here, and the goroutine of m, started at line \d+, keeps running`
	}
	return m, nil
}

// One case of a switch forgets it.
func version(addr string, v int) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	switch v {
	case 1:
		_, err = fmt.Fprintln(conn, "HELLO")
	default:
		return nil, errors.New("unknown version") // want `version fails here, and conn, opened at line \d+, stays open`
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// A result with a name is the constructor's own.
func dialNamed(addr string, greet func(net.Conn) error) (m *link, err error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	m = &link{conn: conn}
	if err := greet(m.conn); err != nil {
		return nil, err // want `dialNamed fails here, and conn, opened at line \d+, stays open`
	}
	return m, nil
}

type link struct{ conn net.Conn }

func (l *link) Close() error { return l.conn.Close() }
