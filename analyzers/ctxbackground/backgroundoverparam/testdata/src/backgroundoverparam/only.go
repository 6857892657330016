package backgroundoverparam

import (
	"context"
	"database/sql"
	"net/http"
)

// The only use of the package: the import goes with it.
func list(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		rows, err := db.QueryContext(context.Background(), "SELECT 1") // want `db\.QueryContext keeps running after the caller's context is canceled`
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		defer rows.Close()
	}
}
