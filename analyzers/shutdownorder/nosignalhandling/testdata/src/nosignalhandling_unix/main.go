package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
)

func main() {
	if err := run("/run/api.sock"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path string) error {
	l, err := net.Listen("unix", path)
	if err != nil {
		return err
	}
	return http.Serve(l, routes()) // want `http.Serve serves until the process is killed`
}

func routes() http.Handler { return http.NewServeMux() }
