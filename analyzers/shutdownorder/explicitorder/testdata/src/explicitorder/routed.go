package explicitorder

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// An api registers its own routes.
type api struct{ db *sql.DB }

func newAPI(db *sql.DB) *api { return &api{db} }

func (a *api) register(mux *http.ServeMux) { mux.HandleFunc("/", a.get) }

func (a *api) handler() http.Handler {
	mux := http.NewServeMux()
	a.register(mux)
	return mux
}

func (a *api) get(http.ResponseWriter, *http.Request) { a.db.Ping() }

// The router holds what registers its routes.
func closesUnderRoutes(ctx context.Context, db *sql.DB) {
	mux := http.NewServeMux()
	newAPI(db).register(mux)
	a := newAPI(db)
	a.register(mux)
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: time.Second}
	go srv.ListenAndServe()
	<-ctx.Done()
	db.Close() // want `db\.Close runs before srv\.Shutdown \(line 37\): requests in flight still use it`
	end, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	srv.Shutdown(end)
}

// The handler is made by a method.
func closesUnderHandler(ctx context.Context, db *sql.DB) {
	a := newAPI(db)
	srv := &http.Server{Handler: a.handler(), ReadHeaderTimeout: time.Second}
	go srv.ListenAndServe()
	<-ctx.Done()
	db.Close() // want `db\.Close runs before srv\.Shutdown \(line 49\): requests in flight still use it`
	end, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	srv.Shutdown(end)
}
