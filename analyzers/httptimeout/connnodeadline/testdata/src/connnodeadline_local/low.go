package connnodeadline_local

import (
	"bufio"
	"io"
	"net"
)

// The clients are programs of the same machine, and the kernel knows when one has ended.
func serve() error {
	ln, err := net.Listen("unix", "/run/x.sock")
	if err != nil {
		return err
	}
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		go handle(conn)
	}
}

func handle(conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	for {
		line, err := r.ReadString('\n') // want `r\.ReadString has no deadline`
		if err != nil {
			return
		}
		if _, err := io.WriteString(conn, line); err != nil {
			return
		}
	}
}
