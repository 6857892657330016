package backgroundoverparam

import (
	"context"
	"database/sql"
	"net/http"
)

// One fix for all, since nothing else uses the import.
type listing struct{ db *sql.DB }

func (l *listing) count(w http.ResponseWriter, r *http.Request) {
	if err := l.db.PingContext(context.Background()); err != nil { // want `l\.db\.PingContext keeps running after the caller's context is canceled`
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
	if _, err := l.db.ExecContext(context.Background(), "SELECT 1"); err != nil { // want `l\.db\.ExecContext keeps running after the caller's context is canceled`
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func (l *listing) ping(w http.ResponseWriter, request *http.Request) {
	if err := l.db.PingContext(context.TODO()); err != nil { // want `l\.db\.PingContext keeps running after the caller's context is canceled`
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}
