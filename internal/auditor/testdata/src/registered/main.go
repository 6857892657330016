// Registered is a service by what it registers when it is imported. Nothing of it
// can be followed, and it must not be silently absent.
package main

import (
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"plugins"
)

type web struct{}

func (web) Run() error { return http.ListenAndServe(":80", nil) }

var caught = make(chan os.Signal, 1)

func init() {
	signal.Notify(caught, syscall.SIGTERM)
	plugins.Register(web{})
}

func main() {
	if plugins.Run() != nil {
		os.Exit(1)
	}
}
