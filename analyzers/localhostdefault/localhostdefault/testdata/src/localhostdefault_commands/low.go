package main

import (
	"net/http"
	"os"
	"os/signal"

	"github.com/urfave/cli/v2"
)

// Tools that somebody runs, and may interrupt: localhost is a default like any.
var target = &cli.StringFlag{Name: "target-addr", Value: "http://localhost:8428"} // want `target-addr defaults to .* low confidence`

func main() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	for _, command := range []*cli.Command{
		{Name: "import", Action: get},
		{Name: "export", Action: get},
		{Name: "verify", Action: get},
	} {
		_ = command.Action()
	}
}

func get() error {
	_, err := http.Get(target.Value)
	return err
}
