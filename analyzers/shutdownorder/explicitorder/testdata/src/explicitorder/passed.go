package explicitorder

import (
	"context"
	"database/sql"
	"net/http"
)

// The server comes from elsewhere, with its handlers; one object has it and the database.
type app struct {
	db      *sql.DB
	srv     *http.Server
	metrics *http.Server
	sub     struct{ db *sql.DB }
}

func newApp(db *sql.DB, srv *http.Server) *app { return &app{db: db, srv: srv} }

func (a *app) stop(ctx context.Context) error {
	if err := a.db.Close(); err != nil { // want `a\.db\.Close runs before a\.srv\.Shutdown \(line 23\): requests in flight may still use it`
		println(err.Error())
	}
	if err := a.srv.Shutdown(ctx); err != nil {
		println(err.Error())
	}
	return nil
}

func (a *app) stopInOrder(ctx context.Context) error {
	if err := a.srv.Shutdown(ctx); err != nil {
		return err
	}
	return a.db.Close()
}

// So it is where the handler alone is passed in.
type handled struct {
	db  *sql.DB
	srv *http.Server
}

func newHandled(db *sql.DB, h http.Handler) *handled {
	return &handled{db: db, srv: &http.Server{Addr: ":8080", Handler: h}}
}

func (h *handled) stop(ctx context.Context) error {
	h.db.Close() // want `h\.db\.Close runs before h\.srv\.Shutdown \(line \d+\): requests in flight may still use it`
	return h.srv.Shutdown(ctx)
}

// The package shows what the server serves, and the database is not among it.
type files struct {
	db  *sql.DB
	srv *http.Server
}

func newFiles(db *sql.DB, dir string) *files {
	return &files{db: db, srv: &http.Server{Addr: ":8080", Handler: http.FileServer(http.Dir(dir))}}
}

func (f *files) stop(ctx context.Context) error {
	f.db.Close()
	return f.srv.Shutdown(ctx)
}

// Of two objects, nothing says that the one's requests use the other's database.
func stopBoth(ctx context.Context, a *app, h *handled) error {
	a.db.Close()
	return h.srv.Shutdown(ctx)
}
