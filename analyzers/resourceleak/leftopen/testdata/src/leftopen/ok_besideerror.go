package leftopen

import (
	"fmt"
	"net"
	"time"
)

// The caller closes it where there is an error.
func partly(addr string) (net.Conn, error) {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintln(conn, "HELO")
	return conn, err
}

func askPartly(addr string) error {
	conn, err := partly(addr)
	if err != nil {
		if conn != nil {
			conn.Close()
		}
		return err
	}
	return conn.Close()
}

// The error is nil where the connection is returned.
func checked(addr string) (net.Conn, error) {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintln(conn, "HELO")
	if err != nil {
		conn.Close()
		return nil, err
	}
	return conn, err
}

func askChecked(addr string) error {
	conn, err := checked(addr)
	if err != nil {
		return err
	}
	return conn.Close()
}
