// Command server collects heartbeats and shows which services are up.
package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"motherboard.example/platform/pkg/env"
	"motherboard.example/platform/services/health/internal/registry"
)

func main() {
	if err := run(); err != nil {
		slog.Error("health", "err", err)
		os.Exit(1)
	}
}

func run() error {
	services := registry.New()
	defer services.Stop()

	// Browsers may read the states from the dashboard's origin only.
	origin := env.Or("DASHBOARD_ORIGIN", "http://localhost:3000")
	srv := &http.Server{
		Addr:              env.Or("LISTEN_ADDR", "localhost:8093"),
		Handler:           routes(services, origin),
		ReadHeaderTimeout: 5 * time.Second,
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	serveErr := make(chan error, 1)
	go func() { serveErr <- srv.ListenAndServe() }()
	slog.Info("listening", "addr", srv.Addr)

	select {
	case err := <-serveErr:
		return err
	case <-ctx.Done():
	}
	shutdownCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return srv.Shutdown(shutdownCtx)
}

func routes(services *registry.Registry, origin string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /readyz", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("POST /heartbeats", func(w http.ResponseWriter, r *http.Request) {
		var beat struct{ Service, Status string }
		if err := json.NewDecoder(r.Body).Decode(&beat); err != nil || beat.Service == "" {
			http.Error(w, "service and status expected", http.StatusBadRequest)
			return
		}
		services.Beat(beat.Service, beat.Status)
	})
	mux.HandleFunc("GET /services", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", origin)
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(services.Services()); err != nil {
			slog.Warn("write states", "err", err)
		}
	})
	return mux
}
