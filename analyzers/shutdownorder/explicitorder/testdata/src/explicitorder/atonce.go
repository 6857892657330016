package explicitorder

import (
	"context"
	"database/sql"
	"log"
	"net/http"

	"github.com/oklog/run"
	"golang.org/x/sync/errgroup"
)

func registered(ctx context.Context, db *sql.DB) {
	srv := &http.Server{Handler: routes(db)}
	srv.RegisterOnShutdown(func() {
		log.Print("closing")
		_ = db.Close() // want `db\.Close runs when the shutdown of srv begins: requests in flight still use it`
	})
	go func() { _ = srv.ListenAndServe() }()
	<-ctx.Done()
	_ = srv.Shutdown(context.Background())
}

func actors(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithCancel(ctx)
	var g run.Group
	g.Add(func() error { return poll(ctx, db) }, func(error) { cancel() })
	stop := make(chan struct{})
	g.Add(func() error {
		<-stop
		return nil
	}, func(error) {
		close(stop)
		_ = db.Close() // want `db\.Close runs when the first actor of g returns: the actor added at line \d+ still uses it \(line \d+\)`
	})
	return g.Run()
}

func poll(ctx context.Context, db *sql.DB) error {
	<-ctx.Done()
	return db.Ping()
}

func grouped(ctx context.Context, db *sql.DB) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return poll(ctx, db) })
	g.Go(func() error {
		<-ctx.Done()
		_ = db.Close() // want `db\.Close runs when the shutdown begins: the goroutine started at line \d+ still uses it \(line \d+\), and is waited for at line \d+`
		return nil
	})
	return g.Wait()
}
