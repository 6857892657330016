package failedconstructor

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
)

type session struct {
	conn net.Conn
	r    *bufio.Reader
	stop chan struct{}
}

// The handshake fails, and the connection stays.
func dial(addr, user string) (*session, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	s := &session{conn: conn, r: bufio.NewReader(conn)}
	if err := s.login(user); err != nil {
		return nil, fmt.Errorf("login: %w", err) // want `dial fails here, and conn, opened at line 21, stays open: the caller gets nothing that it could close`
	}
	return s, nil
}

func (s *session) login(user string) error {
	_, err := fmt.Fprintln(s.conn, "USER", user)
	return err
}

func (s *session) watch() {
	for {
		select {
		case <-s.stop:
			return
		default:
		}
		if _, err := s.r.ReadByte(); err != nil {
			return
		}
	}
}

func (s *session) Close() error {
	close(s.stop)
	return s.conn.Close()
}

// The goroutine of a value that nobody gets.
func watched(conn net.Conn, user string) (*session, error) {
	s := &session{conn: conn, r: bufio.NewReader(conn), stop: make(chan struct{})}
	go s.watch()
	if err := s.login(user); err != nil {
		return nil, err // want `watched fails here, and the goroutine of s, started at line 58, keeps running: the caller gets nothing that it could stop`
	}
	return s, nil
}

// The second of two fails; and the error has the same name.
func pair(first, second string) (*[2]net.Listener, error) {
	a, err := net.Listen("tcp", first)
	if err != nil {
		return nil, err
	}
	b, err := net.Listen("tcp", second)
	if err != nil {
		return nil, err // want `pair fails here, and a, opened at line 67`
	}
	return &[2]net.Listener{a, b}, nil
}

// A condition that asks for no error.
func journal(path string, limit int64) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if limit <= 0 {
		return nil, errors.New("no limit") // want `journal fails here, and f, opened at line 80, stays open`
	}
	return f, nil
}

type repository struct{ db *sql.DB }

// The database is opened, and cannot be reached.
func connect(ctx context.Context, dsn string) (*repository, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	err = db.PingContext(ctx)
	if err != nil {
		return nil, err // want `connect fails here, and db, opened at line 94, stays open`
	}
	return &repository{db}, nil
}

// Several steps fail, one after the other: each of them leaves it open.
func stepwise(addr, user string) (*session, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	s := &session{conn: conn, r: bufio.NewReader(conn)}
	if err := s.login(user); err != nil {
		if user == "" {
			return nil, errors.New("no user") // want `stepwise fails here, and conn, opened at line \d+, stays open`
		}
		return nil, fmt.Errorf("login: %w", err)
	}
	if err := s.login("again"); err != nil {
		return nil, err
	}
	return s, nil
}
