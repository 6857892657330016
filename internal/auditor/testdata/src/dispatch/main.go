// Dispatch has a server of its own type that tells paths by how they begin, in a switch
// without a tag; a pause of its start-up is no drain, and what an error path of Open
// closes is no step of the shutdown.
package main

import (
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

type front struct {
	ln net.Listener
	db *sql.DB
}

var errNoTable = errors.New("no table")

func open(name string) (f *front, err error) {
	db, err := sql.Open("x", name)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = db.Close()
		}
	}()
	var n int
	if row := db.QueryRow("select count(*)"); row.Scan(&n) != nil {
		_ = db.Close()
		return nil, errNoTable
	}
	if n == 0 {
		_ = db.Close()
		return nil, fmt.Errorf("%s is empty", name)
	}
	return &front{db: db}, nil
}

func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == "/" || r.URL.Path == "":
		http.Redirect(w, r, "/status", http.StatusFound)
	case strings.HasPrefix(r.URL.Path, "/db/query"):
		fmt.Fprintln(w, f.db.Stats())
	case strings.HasPrefix(r.URL.Path, "/readyz"):
		f.ready(w)
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

func (f *front) ready(w http.ResponseWriter) {
	if f.db.Ping() != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

func (f *front) start() error {
	srv := &http.Server{Handler: f}
	ln, err := net.Listen("tcp", ":80")
	if err != nil {
		return err
	}
	f.ln = ln
	go func() { _ = srv.Serve(ln) }()
	return nil
}

func (f *front) awaitLeader() {
	for {
		time.Sleep(time.Second)
		if f.db.Ping() == nil {
			return
		}
	}
}

func main() {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	f, err := open("a")
	if err != nil {
		return
	}
	if err := f.start(); err != nil {
		return
	}
	f.awaitLeader()
	<-stop
	_ = f.ln.Close()
	_ = f.db.Close()
}
