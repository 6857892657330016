// Table has functions in a map that is written out, and one command of a library.
package main

import (
	"net/http"
	"os"

	"github.com/urfave/cli/v2"
)

var tasks = map[string]func(addr string) error{
	"serve": serve,
	"check": func(string) error { return nil },
}

func serve(addr string) error { return http.ListenAndServe(addr, nil) }

func main() {
	app := &cli.App{Commands: []*cli.Command{{Name: "run", Action: run}}}
	_ = app.Run(os.Args)
}

func run(*cli.Context) error { return tasks[os.Args[2]](":80") }
