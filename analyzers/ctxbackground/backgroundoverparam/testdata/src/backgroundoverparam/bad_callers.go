package backgroundoverparam

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type library struct{ db *sql.DB }

func (l *library) Borrowed(ctx context.Context, isbn string) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return l.ask(isbn)
}

func (l *library) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := l.ask(r.FormValue("isbn")); err != nil {
		http.Error(w, "not available", http.StatusInternalServerError)
	}
}

func (l *library) ask(isbn string) (n int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second) // want `l.db.QueryRowContext keeps running after the caller's context is canceled: it is passed context.Background\(\), and the callers do not pass their context \(line 12\)`
	defer cancel()
	err = l.db.QueryRowContext(ctx, "SELECT count(*) FROM loans WHERE isbn = $1", isbn).Scan(&n)
	return n, err
}
