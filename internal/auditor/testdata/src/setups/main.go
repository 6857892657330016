// Setups has two commands in a map that goes from one struct to another; each
// gets the group in which the program runs.
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

type setup func(ctx context.Context, wg *sync.WaitGroup)

type app struct{ setups map[string]setup }

type clause struct {
	name   string
	setups map[string]setup
}

func (a *app) command(name string) *clause { return &clause{name: name, setups: a.setups} }

func (c *clause) setup(s setup) { c.setups[c.name] = s }

func (a *app) parse() (string, setup) { return os.Args[1], a.setups[os.Args[1]] }

func registerFirst(a *app) {
	a.command("first").setup(func(ctx context.Context, wg *sync.WaitGroup) {
		srv := &http.Server{Addr: ":80"}
		wg.Go(func() { _ = srv.ListenAndServe() })
		wg.Go(func() {
			<-ctx.Done()
			short, cancel := context.WithTimeout(context.Background(), 3*time.Second)
			defer cancel()
			_ = srv.Shutdown(short)
		})
	})
}

func registerSecond(a *app) {
	a.command("second").setup(func(_ context.Context, wg *sync.WaitGroup) {
		wg.Go(func() { _ = http.ListenAndServe(":81", nil) })
	})
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	a := &app{setups: make(map[string]setup)}
	registerFirst(a)
	registerSecond(a)
	var wg sync.WaitGroup
	_, run := a.parse()
	run(ctx, &wg)
	wg.Wait()
}
