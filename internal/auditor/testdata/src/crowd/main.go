// Crowd stops the server that can be seen; who else serves, behind an interface
// of many types, cannot be told.
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

type part interface{ start() }

type part0 struct{}

func (part0) start() { go http.ListenAndServe(":80", nil) }

type part1 struct{}

func (part1) start() { go http.ListenAndServe(":81", nil) }

type part2 struct{}

func (part2) start() { go http.ListenAndServe(":82", nil) }

type part3 struct{}

func (part3) start() { go http.ListenAndServe(":83", nil) }

type part4 struct{}

func (part4) start() { go http.ListenAndServe(":84", nil) }

type part5 struct{}

func (part5) start() { go http.ListenAndServe(":85", nil) }

type part6 struct{}

func (part6) start() { go http.ListenAndServe(":86", nil) }

type part7 struct{}

func (part7) start() { go http.ListenAndServe(":87", nil) }

type part8 struct{}

func (part8) start() { go http.ListenAndServe(":88", nil) }

func pick(name string) part {
	switch name {
	case "0":
		return part0{}
	case "1":
		return part1{}
	case "2":
		return part2{}
	case "3":
		return part3{}
	case "4":
		return part4{}
	case "5":
		return part5{}
	case "6":
		return part6{}
	case "7":
		return part7{}
	case "8":
		return part8{}
	}
	return nil
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	pick(os.Args[1]).start()
	srv := &http.Server{}
	go func() { _ = srv.ListenAndServe() }()
	<-ctx.Done()
	_ = srv.Shutdown(context.Background())
}
