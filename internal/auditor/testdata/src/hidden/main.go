// Hidden does everything by calls that cannot be followed: nothing is guessed.
package main

import (
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

type starter interface{ start() }

type server struct{ http *http.Server }

func (s server) start() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTERM)
	http.HandleFunc("/readyz", func(http.ResponseWriter, *http.Request) {})
	go func() { _ = s.http.ListenAndServe() }()
	<-c
	_ = s.http.Shutdown(nil)
}

var all = map[string]starter{"server": server{new(http.Server)}}

func main() { all[os.Args[1]].start() }
