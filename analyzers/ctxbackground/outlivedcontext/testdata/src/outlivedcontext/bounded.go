package outlivedcontext

import (
	"context"
	"database/sql"
	"log"
	"net/http"
)

// What follows is given the context, too, and does a bounded piece of work with it.
func (a *accounts) retitle(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	go func() {
		_ = a.notify.Notify(r.Context(), "retitled") // want `a\.notify\.Notify, in the goroutine started at line \d+, is interrupted: r\.Context\(\) is canceled when retitle returns`
	}()
	if _, err := db.ExecContext(r.Context(), "UPDATE accounts SET name = $1", r.FormValue("name")); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	a.record(r.Context(), "retitled")
}

func (a *accounts) record(ctx context.Context, what string) {
	if ctx.Err() == nil {
		log.Print(what)
	}
}
