package leftopen

import (
	"database/sql"
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

func listenOn(addr string) (net.Listener, error) {
	ln, err := net.Listen("tcp", addr)
	return ln, err
}

type front struct{ ln net.Listener }

func (f *front) Close() error { return f.ln.Close() }

// The program that cannot start ends.
func newFront(addr string, ready func() error) (*front, error) {
	ln, err := listenOn(addr)
	if err != nil {
		return nil, err
	}
	if err := ready(); err != nil {
		return nil, err // want `ln, opened at line \d+, stays open on this return`
	}
	return &front{ln}, nil
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

// The loop closes the rows at their end; whether Scan can fail depends on the columns.
func ages(db *sql.DB) (list []int, err error) {
	rows, err := db.Query("SELECT age FROM users")
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		var age int
		if err := rows.Scan(&age); err != nil {
			return nil, err // want `rows, opened at line \d+, stays open on this return`
		}
		list = append(list, age)
	}
	return list, rows.Err()
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
