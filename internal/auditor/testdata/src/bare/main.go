// Bare serves and is killed.
package main

import (
	"database/sql"
	"log"
	"net/http"
)

func main() {
	db, err := sql.Open("x", "y")
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	http.HandleFunc("/healthz", func(w http.ResponseWriter, r *http.Request) {
		if err := db.PingContext(r.Context()); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}
