// Command server stores objects for the platform.
package main

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"motherboard.example/platform/pkg/env"
	"motherboard.example/platform/pkg/healthclient"
	"motherboard.example/platform/services/storage/internal/gc"
	"motherboard.example/platform/services/storage/internal/store"
	"motherboard.example/platform/services/storage/internal/usage"
)

const gcBufferDays = 7

func main() {
	objects, err := store.Open(env.Or("STORAGE_DIR", "objects"))
	if err != nil {
		slog.Error("storage", "err", err)
		os.Exit(1)
	}
	defer func() {
		if err := objects.Close(); err != nil {
			slog.Error("close store", "err", err)
		}
	}()

	health := healthclient.New(os.Getenv("HEALTH_SERVICE_URL"), "storage")
	health.StartHeartbeat(15 * time.Second)
	defer health.StopHeartbeat()

	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()

	go func() {
		ticker := time.NewTicker(24 * time.Hour)
		defer ticker.Stop()
		for range ticker.C {
			n, err := gc.Run(context.Background(), objects, gcBufferDays)
			if err != nil {
				slog.Error("garbage collection", "err", err)
				continue
			}
			slog.Info("garbage collected", "objects", n)
		}
	}()

	meter := usage.NewMeter(objects, time.Hour)
	go meter.Run(ctx)

	srv := &http.Server{
		Addr:              env.Or("LISTEN_ADDR", "localhost:8092"),
		Handler:           routes(objects),
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}
	serveErr := make(chan error, 1)
	go func() { serveErr <- srv.ListenAndServe() }()
	slog.Info("listening", "addr", srv.Addr)

	select {
	case err := <-serveErr:
		slog.Error("server failed", "err", err)
		os.Exit(1)
	case <-ctx.Done():
	}
	shutdownCtx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := srv.Shutdown(shutdownCtx); err != nil {
		slog.Error("shutdown", "err", err)
	}
}
