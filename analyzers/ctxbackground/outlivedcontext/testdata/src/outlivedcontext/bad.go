package outlivedcontext

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"time"
)

type notifier interface {
	Notify(ctx context.Context, user string) error
}

type accounts struct {
	db     *sql.DB
	notify notifier
}

// The handler answers, and the mail is cut off.
func (a *accounts) create(w http.ResponseWriter, r *http.Request) {
	user := r.FormValue("user")
	go func() {
		if err := a.notify.Notify(r.Context(), user); err != nil { // want `a\.notify\.Notify, in the goroutine started at line \d+, is interrupted: r\.Context\(\) is canceled when create returns`
			log.Print(err)
		}
	}()
	w.WriteHeader(http.StatusAccepted)
}

// With a variable, and one call that is the goroutine.
func (a *accounts) remove(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	user := r.FormValue("user")
	go a.notify.Notify(ctx, user) // want `a\.notify\.Notify, in the goroutine started at line \d+, is interrupted`
	w.WriteHeader(http.StatusAccepted)
}

// As the argument of the literal; and a deadline does not help.
func (a *accounts) rename(w http.ResponseWriter, r *http.Request) {
	go func(ctx context.Context, user string) {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		if err := a.notify.Notify(ctx, user); err != nil { // want `a\.notify\.Notify, in the goroutine started at line \d+, is interrupted`
			log.Print(err)
		}
	}(r.Context(), r.FormValue("user"))
	go func() {
		ctx, cancel := context.WithTimeout(r.Context(), time.Minute)
		defer cancel()
		if _, err := a.db.ExecContext(ctx, "update users set renamed = true"); err != nil { // want `a\.db\.ExecContext, in the goroutine started at line \d+, is interrupted`
			log.Print(err)
		}
	}()
	w.WriteHeader(http.StatusAccepted)
}

// A handler that is a literal.
func (a *accounts) routes(mux *http.ServeMux) {
	mux.HandleFunc("/visit", func(w http.ResponseWriter, r *http.Request) {
		go func() {
			_, err := a.db.ExecContext(r.Context(), "update visits set n = n + 1") // want `a\.db\.ExecContext, in the goroutine started at line \d+, is interrupted`
			if err != nil {
				log.Print(err)
			}
			if err := a.notify.Notify(r.Context(), "admin"); err != nil {
				log.Print(err)
			}
		}()
	})
}

// The deferred cancel runs before the goroutine has done anything.
func (a *accounts) purge(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := a.db.PingContext(ctx); err != nil {
		return err
	}
	go func() {
		if _, err := a.db.ExecContext(ctx, "delete from sessions"); err != nil { // want `a\.db\.ExecContext, in the goroutine started at line \d+, is interrupted`
			log.Print(err)
		}
	}()
	return nil
}

func (a *accounts) refresh() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go a.notify.Notify(ctx, "everybody") // want `a\.notify\.Notify, in the goroutine started at line \d+, is interrupted`
}

type publisher struct {
	ctx context.Context
	db  *sql.DB
}

// What is returned keeps a context that has ended by then.
func newPublisher(db *sql.DB) (*publisher, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := db.PingContext(ctx); err != nil {
		return nil, err
	}
	return &publisher{ctx: ctx, db: db}, nil // want `every later call with ctx fails: it keeps ctx, which is canceled when newPublisher returns and its deferred cancel runs`
}

func makePublisher(parent context.Context, db *sql.DB) publisher {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	p := publisher{
		ctx: ctx, // want `every later call with ctx fails`
		db:  db,
	}
	return p
}

type feed struct {
	ctx   context.Context
	name  string
	limit int
}

// The same where the field is set afterwards.
func openFeed(db *sql.DB, name string) (*feed, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if err := db.PingContext(ctx); err != nil {
		return nil, err
	}
	f := new(feed)
	f.name = name
	f.ctx = ctx // want `every later call with f.ctx fails: it keeps ctx, which is canceled when openFeed returns and its deferred cancel runs`
	return f, nil
}
