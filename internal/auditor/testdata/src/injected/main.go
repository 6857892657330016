// Injected has a server and a store whose hooks a library runs: last ones first at the
// end.
package main

import (
	"context"
	"database/sql"
	"net/http"

	"go.uber.org/fx"
)

func newStore(lc fx.Lifecycle) (*sql.DB, error) {
	db, err := sql.Open("x", "y")
	if err != nil {
		return nil, err
	}
	lc.Append(fx.Hook{OnStop: func(context.Context) error { return db.Close() }})
	return db, nil
}

func newServer(lc fx.Lifecycle, db *sql.DB) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/readyz", func(w http.ResponseWriter, r *http.Request) { _ = db.PingContext(r.Context()) })
	srv := &http.Server{Addr: ":80", Handler: mux}
	lc.Append(fx.Hook{
		OnStart: func(context.Context) error {
			go func() { _ = srv.ListenAndServe() }()
			return nil
		},
		OnStop: func(ctx context.Context) error { return srv.Shutdown(ctx) },
	})
	return srv
}

func main() {
	fx.New(fx.Provide(newStore, newServer), fx.Invoke(func(*http.Server) {})).Run()
}
