package closedonreturn

import (
	"database/sql"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
)

// A return with an error follows: to take the call away would leave the file open there.
func checked(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // want `f is closed before the caller gets it`
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, errors.New("a directory")
	}
	return f, nil
}

// A literal closes it.
func body(url string, client *http.Client) (io.ReadCloser, error) {
	resp, err := client.Get(url)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }() // want `resp is closed before the caller gets it: the deferred call runs when body returns`
	return resp.Body, nil
}

// A function that uses it is returned.
func handler(dsn string) http.HandlerFunc {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close() // want `db is closed before the caller gets it: the deferred call runs when handler returns`
	return func(w http.ResponseWriter, r *http.Request) {
		if err := db.PingContext(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		}
	}
}
