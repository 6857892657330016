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
		_ = db.Close() // want `db.Close runs as soon as srv is told to shut down: requests in flight still use it`
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
		_ = db.Close() // want `db.Close runs as soon as one actor of g is through: the one added at line 27 still uses it`
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
		_ = db.Close() // want `db.Close comes as soon as the end begins: the goroutine started at line 46 still uses it \(line 41\), and is waited for only at line 52`
		return nil
	})
	return g.Wait()
}
