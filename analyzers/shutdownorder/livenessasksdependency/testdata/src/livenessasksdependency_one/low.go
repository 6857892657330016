package livenessasksdependency

import (
	"database/sql"
	"net/http"
)

func routes(db *sql.DB) {
	http.HandleFunc("/healthz", func(w http.ResponseWriter, r *http.Request) { // want `an outage of what db.PingContext asks`
		if err := db.PingContext(r.Context()); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
}
