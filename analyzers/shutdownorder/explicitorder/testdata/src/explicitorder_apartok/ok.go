// Package explicitorder_apartok stops what other packages have in order.
package explicitorder_apartok

import (
	"context"
	"net/http"
	"time"

	"explicitorder_apart/api"
	"explicitorder_apart/pool"
)

func run(ctx context.Context, titles *pool.Titles) error {
	jobs := pool.New()
	srv := api.New(titles, jobs)
	<-ctx.Done()
	err := srv.Stop(ctx)
	jobs.Stop()
	_ = titles.Close()
	return err
}

// The server has another store.
func other(ctx context.Context, titles, others *pool.Titles, srv *api.Server) error {
	<-ctx.Done()
	_ = others.Close()
	return srv.Stop(ctx)
}

// Handlers ask for the length alone.
func length(ctx context.Context) error {
	jobs := pool.New()
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if jobs.Len() > 0 {
			w.WriteHeader(http.StatusTooManyRequests)
		}
	})}
	<-ctx.Done()
	jobs.Stop()
	return srv.Shutdown(ctx)
}
