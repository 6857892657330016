// Command proxy has a server for its health check.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

type config struct{ healthCheckPort int }

func watch(ctx context.Context, cfg config) {
	go func() {
		srv := &http.Server{Addr: fmt.Sprintf(":%d", cfg.healthCheckPort), ReadHeaderTimeout: 5 * time.Second}
		if err := srv.ListenAndServe(); err != nil { // want `the program keeps running without the server when that cannot listen`
			slog.Error("health check", "err", err)
		}
	}()
	<-ctx.Done()
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	watch(ctx, config{healthCheckPort: 10080})
}
