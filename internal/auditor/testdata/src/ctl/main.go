// Ctl has one server, which serves in one of two ways, and is stopped by a
// goroutine that main waits for; it opens its client by a literal, when it has
// seen that the other end is there.
package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/gomodule/redigo/redis"
)

var pool, other *redis.Pool

func main() {
	if err := reachable("redis:6379"); err != nil {
		os.Exit(1)
	}
	pool = newPool(3)
	other = newPool(4)
	go watch()
	srv := &http.Server{Addr: ":80"}
	stopped := make(chan struct{})
	go func() {
		sig := make(chan os.Signal, 1)
		signal.Notify(sig, syscall.SIGTERM)
		<-sig
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		defer close(stopped)
		_ = srv.Shutdown(ctx)
	}()
	_ = serve(srv)
	<-stopped
	_ = pool.Close()
}

func serve(srv *http.Server) error {
	if os.Getenv("TLS") != "" {
		return srv.ListenAndServeTLS("cert", "key")
	}
	return srv.ListenAndServe()
}

func newPool(n int) *redis.Pool {
	return &redis.Pool{MaxIdle: n}
}

func watch() {
	for range time.Tick(time.Minute) {
		println("still here")
	}
}

// reachable tries for a while, in a goroutine that is no worker.
func reachable(addr string) error {
	seen, enough := make(chan struct{}, 1), make(chan struct{}, 1)
	go func() {
		for {
			select {
			case <-enough:
				return
			default:
			}
			if conn, err := net.Dial("tcp", addr); err == nil {
				_ = conn.Close()
				seen <- struct{}{}
				return
			}
			time.Sleep(time.Second)
		}
	}()
	select {
	case <-seen:
		return nil
	case <-time.After(time.Minute):
		enough <- struct{}{}
		return errors.New("no answer")
	}
}
