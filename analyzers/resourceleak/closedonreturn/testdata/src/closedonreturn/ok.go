package closedonreturn

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"
)

// What is returned was read before.
func read(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

func decode(name string) (v map[string]string, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	err = json.NewDecoder(f).Decode(&v)
	return v, err
}

// The name stays.
func temporary() (string, error) {
	f, err := os.CreateTemp("", "data")
	if err != nil {
		return "", err
	}
	defer f.Close()
	return f.Name(), nil
}

// The status and the header stay, and the body has been read.
func fetch(client *http.Client, url string) (*http.Response, []byte, error) {
	resp, err := client.Get(url)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return resp, data, err
}

// It is closed where something has failed.
func created(name string) (f *os.File, err error) {
	f, err = os.Create(name)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	if _, err = fmt.Fprintln(f, "version 1"); err != nil {
		return nil, err
	}
	return f, nil
}

// On one of the paths it is closed, and on the other it is returned.
func probe(addr string, keep bool) (net.Conn, error) {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return nil, err
	}
	if !keep {
		defer conn.Close()
		return nil, nil
	}
	return conn, nil
}

type feed struct {
	conn net.Conn
	db   *sql.DB
}

// It reads until the connection is closed, and the methods that it calls use the field.
func (f *feed) run(addr string) error {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	f.conn = conn
	for {
		if err := f.next(); err != nil {
			return err
		}
	}
}

func (f *feed) next() error {
	if err := f.conn.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		return err
	}
	_, err := f.conn.Read(make([]byte, 512))
	return err
}

// It waits, and what others do with the database is over then.
func (f *feed) serve(ctx context.Context, dsn string) error {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	f.db = db
	<-ctx.Done()
	return f.db.Ping()
}

func (f *feed) check() error { return f.db.Ping() }

// The field is cleared with the call.
func (f *feed) once(addr string) error {
	var err error
	f.conn, err = net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return err
	}
	defer func() {
		f.conn.Close()
		f.conn = nil
	}()
	log.Print(f.conn.RemoteAddr())
	return nil
}

// A number of the response stays.
func code(client *http.Client, url string) (int, error) {
	resp, err := client.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

// The caller looks at the status alone.
func head(client *http.Client, url string) (*http.Response, error) {
	resp, err := client.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return resp, nil
}

func alive(client *http.Client, url string) bool {
	resp, err := head(client, url)
	return err == nil && resp.StatusCode == http.StatusOK
}
