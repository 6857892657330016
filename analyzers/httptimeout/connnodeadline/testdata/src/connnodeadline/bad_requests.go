package connnodeadline

import (
	"bufio"
	"encoding/gob"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"
)

// A client sends a line, and gets an answer.
func answered(ln net.Listener) {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		go answer(conn)
	}
}

func answer(conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	for {
		line, err := r.ReadSlice('\n') // want `a client that is gone, or sends nothing, keeps its connection and goroutine: r\.ReadSlice has no deadline`
		if err != nil {
			return
		}
		fmt.Fprintf(conn, "%s\n", strings.ToUpper(string(line)))
	}
}

// By several readers and a writer with a buffer.
func headers(conn net.Conn) {
	defer conn.Close()
	r, w := textproto.NewReader(bufio.NewReader(conn)), bufio.NewWriter(conn)
	for {
		h, err := r.ReadMIMEHeader() // want `r\.ReadMIMEHeader has no deadline`
		if err != nil {
			return
		}
		w.WriteString(h.Get("Name"))
		w.Flush()
	}
}

// The answer is written by another function.
func asked(conn net.Conn) {
	defer conn.Close()
	dec := gob.NewDecoder(conn)
	for {
		var q string
		if err := dec.Decode(&q); err != nil { // want `dec\.Decode has no deadline`
			return
		}
		reply(conn, q)
	}
}

func reply(w net.Conn, q string) { _, _ = io.WriteString(w, q) }

func answeredToo(ln net.Listener) {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		go headers(conn)
		go asked(conn)
	}
}
