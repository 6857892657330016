package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"syscall"
	"time"

	"github.com/oklog/run"
)

// Nope. The group has an actor that ends with the signal.
func main() {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	var g run.Group
	g.Add(run.SignalHandler(context.Background(), os.Interrupt, syscall.SIGTERM))
	g.Add(srv.ListenAndServe, func(error) { _ = srv.Shutdown(context.Background()) })
	log.Print(g.Run())
}
