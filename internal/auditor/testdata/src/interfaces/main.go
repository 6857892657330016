// Interfaces serves by one interface behind which one type stands, and keeps a
// store behind another one, which has two: one holds nothing.
package main

import (
	"context"
	"database/sql"
	"io"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

type runner interface {
	run(ctx context.Context) error
}

type store interface {
	io.Closer
	get(string) string
}

// logger has an implementation that does nothing of interest.
type logger interface{ line(string) }

type web struct{ srv *http.Server }

func (w *web) run(ctx context.Context) error {
	go func() { _ = w.srv.ListenAndServe() }()
	<-ctx.Done()
	short, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return w.srv.Shutdown(short)
}

type disk struct{ db *sql.DB }

func (d *disk) get(string) string { return "" }
func (d *disk) Close() error      { return d.db.Close() }

type memory map[string]string

func (m memory) get(k string) string { return m[k] }
func (m memory) Close() error        { return nil }

type lines struct{}

func (lines) line(s string) { println(s) }

type app struct {
	runner runner
	store  store
	log    logger
}

func newStore(url string) store {
	if url == "" {
		return memory{}
	}
	db, err := sql.Open("postgres", url)
	if err != nil {
		os.Exit(1)
	}
	return &disk{db: db}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	a := &app{runner: &web{srv: &http.Server{}}, store: newStore(os.Getenv("DB")), log: lines{}}
	a.log.line("starts")
	_ = a.runner.run(ctx)
	_ = a.store.Close()
}
