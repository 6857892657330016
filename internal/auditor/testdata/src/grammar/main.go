// Grammar has commands that a library calls by reflection; one of them serves.
package main

import (
	"net/http"

	"github.com/alecthomas/kong"
)

type serveCmd struct {
	Addr string
}

func (c *serveCmd) Run() error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	return http.ListenAndServe(c.Addr, mux)
}

type versionCmd struct{}

func (versionCmd) Run() error {
	println("1")
	return nil
}

var cli struct {
	Debug   bool
	Serve   serveCmd   `cmd:"" help:"serve"`
	Version versionCmd `cmd:""`
}

func main() {
	if err := kong.Parse(&cli).Run(); err != nil {
		panic(err)
	}
}
