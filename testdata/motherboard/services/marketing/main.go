// Command marketing sends campaigns and digests when the scheduler asks for it.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"

	"motherboard.example/platform/pkg/env"
	"motherboard.example/platform/pkg/sqldb"
	"motherboard.example/platform/services/marketing/internal/campaign"
	"motherboard.example/platform/services/marketing/internal/digest"
	"motherboard.example/platform/services/marketing/internal/mailer"
)

func main() {
	dsn, err := env.Required("DATABASE_URL")
	if err != nil {
		log.Fatal(err)
	}
	db, err := sqldb.Open(context.Background(), dsn)
	if err != nil {
		log.Fatal(err)
	}
	mail := mailer.New(
		cmp.Or(os.Getenv("EMAIL_PLUGIN_URL"), "http://localhost:8081"),
		&http.Client{Timeout: 10 * time.Second},
	)
	campaigns := campaign.NewRunner(db, mail)
	digests := digest.NewRunner(db, mail)

	mux := http.NewServeMux()
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := db.PingContext(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		}
	})
	mux.HandleFunc("POST /campaigns/run", runner(campaigns.RunNext))
	mux.HandleFunc("POST /digests/run", runner(digests.RunNext))
	log.Fatal(http.ListenAndServe(env.Or("LISTEN_ADDR", ":8100"), mux))
}

// runner answers with whether there was something to send.
func runner(runNext func(context.Context) (bool, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		found, err := runNext(r.Context())
		if err != nil {
			log.Printf("%s: %v", r.URL.Path, err)
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		if err := json.NewEncoder(w).Encode(map[string]bool{"found": found}); err != nil {
			log.Printf("answer: %v", err)
		}
	}
}
