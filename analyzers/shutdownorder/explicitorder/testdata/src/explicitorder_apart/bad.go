// Package explicitorder_apart stops what other packages have.
package explicitorder_apart

import (
	"context"
	"net/http"
	"time"

	"explicitorder_apart/api"
	"explicitorder_apart/pool"
)

// Requests in flight panic at the closed channel.
func run(ctx context.Context, titles *pool.Titles) error {
	jobs := pool.New()
	srv := api.New(titles, jobs)
	<-ctx.Done()
	jobs.Stop() // want `jobs\.Stop runs before srv.Stop\(ctx\) \(line \d+\): requests in flight still send on the channel that it closes, which panics`
	return srv.Stop(ctx)
}

func serve(ctx context.Context) error {
	jobs := pool.New()
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(http.ResponseWriter, *http.Request) { jobs.Submit(func() {}) })
	srv := &http.Server{Addr: ":8080", Handler: mux, ReadHeaderTimeout: time.Second}
	<-ctx.Done()
	jobs.Stop() // want `jobs\.Stop runs before srv.Shutdown \(line \d+\): requests in flight still send on the channel that it closes, which panics`
	return srv.Shutdown(ctx)
}

// The server is made with the pool that the program keeps as well.
type app struct {
	jobs *pool.Pool
	srv  *api.Server
}

func newApp(titles *pool.Titles) *app {
	jobs := pool.New()
	return &app{jobs: jobs, srv: api.New(titles, jobs)}
}

func (a *app) stop(ctx context.Context) error {
	a.jobs.Stop() // want `a.jobs\.Stop runs before a.srv.Stop\(ctx\) \(line \d+\): requests in flight still send on the channel that it closes`
	return a.srv.Stop(ctx)
}
