// Attached hands its mux to a library, which may give it any path, and one store to a
// type of others that may close it.
package main

import (
	"context"
	"database/sql"
	"net/http"
	"os/signal"
	"syscall"

	"github.com/prometheus/exporter-toolkit/web"
)

type closes interface{ CloseAll() }

var registry []closes

type shelf struct{ db *sql.DB }

func (s *shelf) CloseAll() { _ = s.db.Close() }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	db, err := sql.Open("sqlite3", "file")
	if err != nil {
		return
	}
	registry = append(registry, &shelf{db})
	mux := http.NewServeMux()
	mux.HandleFunc("/orders", func(http.ResponseWriter, *http.Request) {})
	web.Attach(mux)
	srv := &http.Server{Addr: ":80", Handler: mux}
	go func() { _ = srv.ListenAndServe() }()
	<-ctx.Done()
	_ = srv.Shutdown(context.Background())
}
