// Package connnodeadline_served serves connections that its importers accept.
package connnodeadline_served

import (
	"bufio"
	"io"
	"net"
)

// LineServer answers lines.
type LineServer struct{ exec func(string) string }

// Serve is passed each connection.
func (s *LineServer) Serve(conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReaderSize(conn, 4096)
	for {
		line, err := r.ReadString('\n') // want `r\.ReadString has no deadline`
		if err != nil {
			return
		}
		if _, err := io.WriteString(conn, s.exec(line)); err != nil {
			return
		}
	}
}

// Talk says nothing of who is at the other end, and neither does the type.
func (c *caller) Talk(conn net.Conn) {
	r := bufio.NewReader(conn)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		if _, err := io.WriteString(conn, line); err != nil {
			return
		}
	}
}

type caller struct{}
