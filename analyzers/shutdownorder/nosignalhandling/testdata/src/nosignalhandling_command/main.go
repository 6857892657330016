// Package main serves as one of its commands.
package main

import (
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"
)

var serve = &cobra.Command{
	Use: "serve",
	RunE: func(cmd *cobra.Command, args []string) error {
		srv := &http.Server{Addr: ":8080", Handler: http.HandlerFunc(orders), ReadHeaderTimeout: 5 * time.Second}
		return srv.ListenAndServe() // want `SIGTERM drops requests in flight: srv\.ListenAndServe serves until the process is killed`
	},
}

func orders(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, "none") }

func main() {
	if err := serve.Execute(); err != nil {
		os.Exit(1)
	}
}
