// Command webhooks takes events from third parties and relays them to the
// platform.
package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"

	"motherboard.example/platform/pkg/env"
	"motherboard.example/platform/pkg/lifecycle"
	"motherboard.example/platform/services/webhooks/internal/relay"
)

const (
	workers  = 4
	maxEvent = 1 << 20
)

func main() {
	if err := run(); err != nil {
		slog.Error("webhooks", "err", err)
		os.Exit(1)
	}
}

func run() error {
	target, err := env.Required("WEBHOOK_TARGET_URL")
	if err != nil {
		return err
	}
	if _, err := url.ParseRequestURI(target); err != nil {
		return fmt.Errorf("WEBHOOK_TARGET_URL: %w", err)
	}
	events := relay.New(target, workers)

	mux := http.NewServeMux()
	mux.HandleFunc("POST /events", func(w http.ResponseWriter, r *http.Request) {
		event, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxEvent))
		if err != nil {
			http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
			return
		}
		switch err := events.Accept(event); {
		case errors.Is(err, relay.ErrBusy), errors.Is(err, relay.ErrStopped):
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	})
	srv := lifecycle.New(mux, env.Or("LISTEN_ADDR", "localhost:8102"), slog.Default())
	srv.OnShutdown(events.Stop)
	srv.MarkReady()
	return srv.Run()
}
