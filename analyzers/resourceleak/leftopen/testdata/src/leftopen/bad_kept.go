package leftopen

import (
	"database/sql"
	"errors"
	"net"
	"os"
	"time"
)

// Close ends the goroutine, and leaves the file open.
type journal struct {
	file *os.File
	done chan struct{}
}

func openJournal(path string) (*journal, error) {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o600) // want `journal.file, opened here, is still open when journal.Close has returned: its descriptor stays in use`
	if err != nil {
		return nil, err
	}
	return &journal{file: file, done: make(chan struct{})}, nil
}

func (j *journal) Append(line []byte) error {
	_, err := j.file.Write(line)
	return err
}

func (j *journal) Close() error {
	close(j.done)
	return nil
}

// The database is opened when it is first asked for.
type lazy struct {
	dsn string
	db  *sql.DB
}

func (l *lazy) Start() (err error) {
	l.db, err = sql.Open("postgres", l.dsn) // want `lazy.db, opened here, is still open when lazy.stop has returned: what it holds stays in use`
	return err
}

func (l *lazy) Count() (n int, err error) {
	err = l.db.QueryRow("SELECT count(*) FROM jobs").Scan(&n)
	return n, err
}

func (l *lazy) stop() { l.dsn = "" }

// A write that fails makes the next one connect anew.
type sender struct {
	addr string
	conn net.Conn
}

func (s *sender) connect() error {
	conn, err := net.DialTimeout("tcp", s.addr, time.Second) // want `sender.conn, opened here, is never closed, nor when it is set to nil at line \d+: what it holds stays in use`
	if err != nil {
		return err
	}
	s.conn = conn
	return nil
}

func (s *sender) Send(data []byte) error {
	if s.conn == nil {
		if err := s.connect(); err != nil {
			return err
		}
	}
	if err := s.conn.SetWriteDeadline(time.Now().Add(time.Second)); err != nil {
		return err
	}
	if _, err := s.conn.Write(data); err != nil {
		s.conn = nil
		return errors.Join(errors.New("send"), err)
	}
	return nil
}
