package leftopen

import (
	"io"
	"net"
	"net/http"

	"golang.org/x/crypto/ssh"
)

func value(s store, key string) ([]byte, error) {
	r, err := s.Get(key) // want `r, opened here, is never closed: what it holds stays in use`
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// The client may be used for other things afterwards, and then the listener stays.
func forward(client *ssh.Client, handle func(net.Conn) error) error {
	ln, err := client.Listen("tcp", "localhost:0") // want `ln, opened here, is never closed: what it holds stays in use`
	if err != nil {
		return err
	}
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		if err := handle(conn); err != nil {
			return err
		}
	}
}

// What could not be read to its end is let go.
func blob(s store, key string) ([]byte, error) {
	r, err := s.Get(key)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err // want `r, opened at line \d+, stays open on this return`
	}
	return data, r.Close()
}

// Small parts of a form are in memory, and hold nothing.
func upload(w http.ResponseWriter, r *http.Request) {
	part, header, err := r.FormFile("file")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if header.Size > 1<<20 {
		return // want `part, opened at line \d+, stays open on this return`
	}
	io.Copy(io.Discard, part)
	part.Close()
}
