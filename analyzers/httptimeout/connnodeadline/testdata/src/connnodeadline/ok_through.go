package connnodeadline

import (
	"bufio"
	"io"
	"log"
	"net"
	"strings"
	"time"
)

// Silent: each read has a deadline, set through the connection.
func patient(ln *net.TCPListener) {
	for {
		tcp, err := ln.AcceptTCP()
		if err != nil {
			return
		}
		go patiently(tcp)
	}
}

func patiently(tcp *net.TCPConn) {
	defer tcp.Close()
	sc := bufio.NewScanner(tcp)
	for {
		_ = tcp.SetReadDeadline(time.Now().Add(time.Minute))
		if !sc.Scan() {
			return
		}
		log.Print(sc.Text())
	}
}

// Silent: it is no connection that is read, and the function only writes.
func other(text string) {
	for sc := bufio.NewScanner(strings.NewReader(text)); sc.Scan(); {
	}
}

func put(w io.Writer) { _, _ = w.Write([]byte("x")) }
