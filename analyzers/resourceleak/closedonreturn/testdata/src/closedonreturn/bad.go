package closedonreturn

import (
	"bufio"
	"database/sql"
	"log"
	"net"
	"net/http"
	"os"
	"time"
)

func connect(dsn string) (*sql.DB, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	defer db.Close() // want `db is closed before the caller gets it: the deferred call runs when connect returns`
	return db, nil
}

// The rows are closed before they are read.
func users(db *sql.DB) (*sql.Rows, error) {
	rows, err := db.Query("SELECT name FROM users")
	if err != nil {
		return nil, err
	}
	defer rows.Close() // want `rows is closed before the caller gets it`
	return rows, err
}

type journal struct {
	f    *os.File
	conn net.Conn
}

// A struct is returned that has it.
func open(name string) (*journal, error) {
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // want `f is closed before the caller gets it: the deferred call runs when open returns`
	return &journal{f: f}, nil
}

// What is returned reads it.
func lines(name string) (*bufio.Scanner, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // want `f is closed before the caller gets it`
	return bufio.NewScanner(f), nil
}

// The body is read by the caller.
func get(client *http.Client, req *http.Request) (*http.Response, error) {
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close() // want `resp is closed before the caller gets it`
	return resp, nil
}

var store *sql.DB

func setUp(dsn string) {
	var err error
	store, err = sql.Open("postgres", dsn)
	if err != nil {
		log.Fatal(err)
	}
	defer store.Close() // want `store is closed when setUp returns, and used after that: store keeps it`
	if err := store.Ping(); err != nil {
		log.Print(err)
	}
}

func count() (n int, err error) {
	err = store.QueryRow("SELECT count(*) FROM users").Scan(&n)
	return n, err
}

// The other methods write to a connection that is closed.
func (j *journal) dial(addr string) error {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return err
	}
	defer conn.Close() // want `conn is closed when dial returns, and used after that: j.conn keeps it`
	j.conn = conn
	return nil
}

func (j *journal) send(b []byte) error {
	_, err := j.conn.Write(b)
	return err
}

// All that is logged is lost.
func logTo(name string) {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close() // want `f is closed when logTo returns, and used after that: log.SetOutput keeps it`
	log.SetOutput(f)
}
