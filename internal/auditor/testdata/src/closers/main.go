// Closers closes what it opens through a helper, and through a list.
package main

import (
	"context"
	"database/sql"
	"io"
	"log"
	"net/http"
	"os/signal"
	"syscall"

	"github.com/gomodule/redigo/redis"
)

type app struct{ closers []io.Closer }

var cache *redis.Pool

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	a := new(app)
	db, err := sql.Open("x", "y")
	if err != nil {
		log.Print(err)
		return
	}
	defer closeLogged(db, "orders")
	archive, err := sql.Open("x", "z")
	if err != nil {
		return
	}
	defer closeLogged(archive, "archive")
	pool := &redis.Pool{MaxIdle: 1}
	a.closers = append(a.closers, pool)
	cache = &redis.Pool{MaxIdle: 2}
	go func() { _ = http.ListenAndServe(":80", nil) }()
	if resp, err := http.Get("http://config/"); err == nil {
		closeLogged(resp.Body, "answer")
	}
	<-ctx.Done()
	a.close()
}

func (a *app) close() {
	for _, c := range a.closers {
		_ = c.Close()
	}
}

func closeLogged(c io.Closer, what string) {
	if err := c.Close(); err != nil {
		log.Print(what, err)
	}
}
