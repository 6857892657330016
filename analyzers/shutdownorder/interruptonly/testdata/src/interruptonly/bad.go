package interruptonly

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"time"
)

type api struct{ srv *http.Server }

func (a *api) run() {
	go func() {
		if err := a.srv.ListenAndServe(); err != http.ErrServerClosed {
			log.Print(err)
		}
	}()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt) // want `SIGTERM, which Kubernetes, docker stop and systemd send, kills the program without a shutdown: signal\.Notify is passed SIGINT only \(shutdownorder/interrupt-only\)`
	<-quit
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	a.srv.Shutdown(ctx)
}
