package failedconstructor

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
)

// The failure closes what was opened.
func dialled(addr, user string) (*session, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	s := &session{conn: conn, r: bufio.NewReader(conn)}
	if err := s.login(user); err != nil {
		conn.Close()
		return nil, fmt.Errorf("login: %w", err)
	}
	return s, nil
}

// A deferred call does.
func deferred(addr, user string) (_ *session, err error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			conn.Close()
		}
	}()
	s := &session{conn: conn, r: bufio.NewReader(conn)}
	if err := s.login(user); err != nil {
		return nil, err
	}
	return s, nil
}

// What fails closes it itself.
func closedInside(addr, user string) (*session, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	s := &session{conn: conn, r: bufio.NewReader(conn), stop: make(chan struct{})}
	if err := s.start(user); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *session) start(user string) error {
	if err := s.login(user); err != nil {
		s.Close()
		return err
	}
	return nil
}

type registry struct{ conns []net.Conn }

// The registry has it, and closes it with the others.
func (r *registry) join(addr string) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	r.conns = append(r.conns, conn)
	if _, err := fmt.Fprintln(conn, "JOIN"); err != nil {
		return nil, err
	}
	return conn, nil
}

// What was opened is not for the caller, and closed at the end.
func size(path string) (*int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	n := info.Size()
	f.Close()
	return &n, nil
}

// The context ends the goroutine.
func followed(ctx context.Context, conn net.Conn, user string) (*session, error) {
	s := &session{conn: conn, r: bufio.NewReader(conn)}
	go s.follow(ctx)
	if err := s.login(user); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *session) follow(ctx context.Context) {
	<-ctx.Done()
	s.conn.Close()
}

// What is returned has been read from the file, and does not hold it.
func parsed(path string) (*bufio.Scanner, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	return bufio.NewScanner(bytes.NewReader(data)), nil
}

// What a literal opens into a variable of the function around it is that function's to close.
func captured(address string, greet func(net.Conn) error) (net.Conn, error) {
	var conn net.Conn
	defer func() {
		if conn != nil {
			conn.Close()
		}
	}()
	open := func() (net.Conn, error) {
		var err error
		conn, err = net.Dial("tcp", address)
		if err != nil {
			return nil, err
		}
		if err := greet(conn); err != nil {
			return nil, err
		}
		return conn, nil
	}
	return open()
}

// A loop closes what the passes before have opened.
func listenAll(addrs []string) ([]net.Listener, error) {
	var list []net.Listener
	for _, addr := range addrs {
		ln, err := net.Listen("tcp", addr)
		if err != nil {
			for _, open := range list {
				_ = open.Close()
			}
			return nil, err
		}
		list = append(list, ln)
	}
	return list, nil
}
