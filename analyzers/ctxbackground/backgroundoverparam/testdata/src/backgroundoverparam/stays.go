package backgroundoverparam

import (
	"context"
	"database/sql"
	"net/http"
)

// A root that nothing is said about keeps the import.
type backups struct{ db *sql.DB }

func (b *backups) list(w http.ResponseWriter, r *http.Request) {
	if err := b.db.PingContext(context.Background()); err != nil { // want `b\.db\.PingContext keeps running after the caller's context is canceled`
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func (b *backups) all(w http.ResponseWriter, r *http.Request) {
	if err := b.db.PingContext(context.Background()); err != nil { // want `b\.db\.PingContext keeps running after the caller's context is canceled`
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func (b *backups) begin(w http.ResponseWriter, r *http.Request) {
	go b.db.PingContext(context.Background())
	if err := startBackup(context.Background(), b.db); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}
