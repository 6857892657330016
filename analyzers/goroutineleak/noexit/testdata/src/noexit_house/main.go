// A server that keeps house for as long as it runs.
package main

import (
	"context"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"example.com/routes"
)

var registry routes.Registry

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	watch(registry)
	go trim()
	go work(registry)
	go refresh(http.DefaultClient)
	<-ctx.Done()
}

// What it hears is in memory, and so is what it makes of it.
func watch(r routes.Registry) {
	go func() {
		updates := r.Watch()
		for { // want `goroutine started at line \d+ cannot be stopped`
			routes.Set(<-updates, "")
		}
	}()
}

func refresh(c *http.Client) {
	for { // want `goroutine started at line \d+ cannot be stopped`
		if resp, err := c.Get("http://registry/routes"); err == nil {
			resp.Body.Close()
			routes.Set("/", resp.Status)
		}
		time.Sleep(time.Minute)
	}
}

// Files are removed: the end of the program leaves half of them.
func trim() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		routes.Trim()
		time.Sleep(time.Hour)
	}
}

// Work is done, as the name of the method says.
func work(r routes.Registry) {
	for { // want `goroutine started at line \d+ cannot be stopped`
		r.ProcessNext()
		time.Sleep(time.Second)
	}
}
