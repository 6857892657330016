package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/spf13/cobra"
)

func main() {
	cmd := &cobra.Command{
		Use: "serve",
		RunE: func(*cobra.Command, []string) error {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
			defer stop()
			srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
			go func() {
				<-ctx.Done()
				_ = srv.Shutdown(context.WithoutCancel(ctx))
			}()
			return srv.ListenAndServe() // want `requests in flight are dropped`
		},
	}
	if err := cmd.RunE(cmd, nil); err != nil {
		log.Fatal(err)
	}
}
