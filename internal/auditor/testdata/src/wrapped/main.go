// Wrapped starts a server and two workers by one helper, on one line.
package main

import (
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

type group struct{ sync.WaitGroup }

func (g *group) wrap(f func()) {
	g.Add(1)
	go func() {
		f()
		g.Done()
	}()
}

type app struct {
	group    group
	quit     chan struct{}
	listener net.Listener
}

func (a *app) begin() { _ = os.Getenv("TRACE") }

func (a *app) poll() {
	a.begin()
	for {
		select {
		case <-a.quit:
			return
		case <-time.After(time.Second):
		}
	}
}

func (a *app) sweep() {
	a.begin()
	for {
		select {
		case <-a.quit:
			return
		case <-time.After(time.Minute):
		}
	}
}

func main() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTERM)
	a := &app{quit: make(chan struct{})}
	a.group.wrap(a.poll)
	a.group.wrap(a.sweep)
	a.group.wrap(func() { a.begin(); _ = http.Serve(a.listener, nil) })
	<-c
	a.listener.Close()
	close(a.quit)
	a.group.Wait()
}
