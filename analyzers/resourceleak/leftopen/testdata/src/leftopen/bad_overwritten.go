package leftopen

import (
	"net"
	"os"
)

type rolling struct {
	f    *os.File
	size int
}

func newRolling() (*rolling, error) {
	l := &rolling{}
	return l, l.next()
}

func (l *rolling) next() error {
	f, err := os.Create("roll.log") // want `rolling.f is opened again here while the one before is open`
	if err != nil {
		return err
	}
	l.f, l.size = f, 0
	return nil
}

func (l *rolling) Write(p []byte) (int, error) {
	if l.size > 1<<20 {
		if err := l.next(); err != nil {
			return 0, err
		}
	}
	l.size += len(p)
	return l.f.Write(p)
}

func (l *rolling) Close() error { return l.f.Close() }

// The connection is broken, and still has a descriptor.
type link struct {
	addr string
	conn net.Conn
}

func newLink(addr string) (*link, error) {
	l := &link{addr: addr}
	if err := l.connect(); err != nil {
		return nil, err
	}
	return l, nil
}

func (l *link) connect() error {
	conn, err := net.Dial("tcp", l.addr) // want `link.conn is opened again here while the one before is open`
	if err != nil {
		return err
	}
	l.conn = conn
	return nil
}

func (l *link) send(p []byte) error {
	if _, err := l.conn.Write(p); err == nil {
		return nil
	}
	if err := l.connect(); err != nil {
		return err
	}
	_, err := l.conn.Write(p)
	return err
}

func (l *link) Close() error { return l.conn.Close() }

// Reopen is for what has moved the file away.
type accessLog struct{ f *os.File }

func newAccessLog() (*accessLog, error) {
	f, err := os.Create("access.log")
	if err != nil {
		return nil, err
	}
	return &accessLog{f: f}, nil
}

func (l *accessLog) Reopen() error {
	f, err := os.OpenFile("access.log", os.O_APPEND, 0o600) // want `accessLog.f is opened again here while the one before is open`
	if err != nil {
		return err
	}
	l.f = f
	return nil
}

func (l *accessLog) Close() error { return l.f.Close() }
