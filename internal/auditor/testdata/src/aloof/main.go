// Aloof hands what it does to an interface of somebody else's.
package main

import (
	"database/sql"
	"net/http"
	"os/signal"
	"syscall"

	"context"
	"plugins"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	plugins.Default().Use(func() error {
		db, err := sql.Open("postgres", "")
		if err != nil {
			return err
		}
		defer db.Close()
		return http.ListenAndServe(":80", nil)
	})
	<-ctx.Done()
}
