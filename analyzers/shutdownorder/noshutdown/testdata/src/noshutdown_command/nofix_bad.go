// Package noshutdown has a command that serves, beside a cache that handles the signal.
package noshutdown

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

var Serve = &cobra.Command{
	Use: "serve",
	Run: func(cmd *cobra.Command, args []string) {
		go saveOnSignal()
		srv := &http.Server{Addr: ":8080", Handler: http.HandlerFunc(orders), ReadHeaderTimeout: 5 * time.Second}
		log.Fatal(srv.ListenAndServe()) // want `requests in flight are dropped: the command handles the signal, and nothing shuts down the server that srv\.ListenAndServe runs`
	},
}

func orders(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, "none") }

func saveOnSignal() {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	<-quit
	if err := os.WriteFile("cache", []byte("empty"), 0o600); err != nil {
		log.Print(err)
	}
	os.Exit(0)
}
