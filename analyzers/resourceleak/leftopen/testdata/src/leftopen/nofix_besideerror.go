package leftopen

import (
	"fmt"
	"net"
	"time"
)

// The connection is returned with the error of the greeting, and the caller leaves it alone then.
func greeted(addr string) (conn net.Conn, err error) {
	conn, err = net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return nil, err
	}
	if addr == "" {
		_, err = conn.Write([]byte("HELO"))
	} else {
		_, err = conn.Write([]byte("EHLO"))
	}
	return // want `conn, opened at line \d+, stays open when Write fails: callers leave what is returned with an error alone`
}

func ask(addr string) error {
	conn, err := greeted(addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Read(make([]byte, 10))
	return err
}

// The error says what has failed.
func bound(addr, name string) (net.Conn, error) {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintln(conn, name); err != nil {
		return conn, fmt.Errorf("bind: %w", err) // want `conn, opened at line \d+, stays open when the function fails`
	}
	return conn, nil
}

func askBound(addr string) error {
	conn, err := bound(addr, "reader")
	if err != nil {
		return err
	}
	return conn.Close()
}
