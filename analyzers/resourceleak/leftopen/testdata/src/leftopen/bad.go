package leftopen

import (
	"bufio"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
)

func size(path string) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err // want `f, opened at line \d+, stays open on this return: its descriptor stays in use`
	}
	defer f.Close()
	return info.Size(), nil
}

func firstLine(path string) (string, error) {
	f, err := os.Open(path) // want `f, opened here, is never closed: its descriptor stays in use`
	if err != nil {
		return "", err
	}
	return bufio.NewReader(f).ReadString('\n')
}

type files struct{ dir string }

func (s *files) serve(w http.ResponseWriter, r *http.Request) {
	f, err := os.Open(s.dir + r.URL.Path) // want `f, opened here, is never closed`
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if _, err := io.Copy(w, f); err != nil {
		return
	}
}

func names(db *sql.DB) ([]string, error) {
	rows, err := db.Query("SELECT name FROM users")
	if err != nil {
		return nil, err
	}
	var list []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err // want `rows, opened at line \d+, stays open on this return: its connection is missing in the pool`
		}
		list = append(list, name)
	}
	rows.Close()
	return list, nil
}

func accept(ln net.Listener, allowed func(net.Addr) bool) error {
	conn, err := ln.Accept()
	if err != nil {
		return err
	}
	if !allowed(conn.RemoteAddr()) {
		return errors.New("not allowed") // want `conn, opened at line \d+, stays open on this return`
	}
	fmt.Fprintln(conn, "hello")
	return conn.Close()
}

// openConfig opens for its callers.
func openConfig(name string) (*os.File, error) {
	return os.Open("/etc/app/" + name)
}

func settings() (string, error) {
	f, err := openConfig("main.ini") // want `f, opened here, is never closed`
	if err != nil {
		return "", err
	}
	all, err := io.ReadAll(f)
	return string(all), err
}

// Only the paths behind the defer close the listener.
func serveOne(addr string, ready func() error) error {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	if err := ready(); err != nil {
		return err // want `ln, opened at line \d+, stays open on this return`
	}
	defer ln.Close()
	conn, err := ln.Accept()
	if err != nil {
		return err
	}
	return conn.Close()
}

func literal(paths []string) func(int) (int64, error) {
	return func(i int) (int64, error) {
		f, err := os.Open(paths[i]) // want `f, opened here, is never closed`
		if err != nil {
			return 0, err
		}
		return io.Copy(io.Discard, f)
	}
}

// The deferred call closes the second file.
func copied(from, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	all, err := io.ReadAll(f)
	if err != nil {
		return err // want `f, opened at line \d+, stays open on this return`
	}
	f.Close()
	f, err = os.Create(to)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(all)
	return err
}
