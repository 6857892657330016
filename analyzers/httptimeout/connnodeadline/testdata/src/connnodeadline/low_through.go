package connnodeadline

import (
	"bufio"
	"encoding/binary"
	"io"
	"log"
	"net"
)

// A function that takes any reader reads the connection.
func frame(r io.Reader) ([]byte, error) {
	var n uint16
	if err := binary.Read(r, binary.BigEndian, &n); err != nil {
		return nil, err
	}
	b := make([]byte, n)
	_, err := io.ReadFull(r, b)
	return b, err
}

func framed(ln net.Listener) {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		go converse(conn)
	}
}

func converse(conn net.Conn) {
	defer conn.Close()
	for {
		data, err := frame(conn) // want `a client that is gone, or sends nothing, keeps its connection and goroutine: frame has no deadline`
		if err != nil {
			return
		}
		log.Println(len(data))
	}
}

// So does one with a buffer.
func lined(conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	for {
		line, err := r.ReadString('\n') // want `r.ReadString has no deadline`
		if err != nil {
			return
		}
		log.Print(line)
	}
}
