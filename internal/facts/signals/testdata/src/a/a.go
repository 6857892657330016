package a

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

func Context() context.Context { // want Context:"handles signals"
	ctx, _ := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	return ctx
}

func All(c chan os.Signal) { signal.Notify(c) } // want All:"handles signals"

func Given(c chan os.Signal, list ...os.Signal) { signal.Notify(c, list...) } // want Given:"handles signals"

// Other signals do not end a process.
func Reload(c chan os.Signal) { signal.Notify(c, syscall.SIGHUP, syscall.SIGUSR1) }

func Indirect() context.Context { return inner() } // want Indirect:"handles signals"

func inner() context.Context { return Context() }

type Server struct{ base } // want Server:"handles signals"

type base struct{ http.Server }

func (b *base) Run() error { // want Run:"handles signals"
	<-Context().Done()
	return nil
}

type Starter interface{ Run() error }

func NewStarter() Starter { return &Server{} } // want NewStarter:"handles signals"

type Plain struct{}

func NewPlain() *Plain { return new(Plain) }

var Command = func() { <-Context().Done() } // want Command:"handles signals"

func Serve(h http.Handler) error { return serve(h) } // want Serve:"serves"

func serve(h http.Handler) error { return http.ListenAndServe(":8080", h) }

func Waits(h http.Handler) error { // want Waits:"serves"
	failed := make(chan error, 1)
	go func() { failed <- http.ListenAndServe(":8080", h) }()
	return <-failed
}

func Beside(h http.Handler) { go serve(h) } // want Beside:"may serve"

func Literal(h http.Handler) func() error { // want Literal:"may serve"
	return func() error { return serve(h) }
}

// Whoever waits has Ctrl-C alone.
func Ask(c chan os.Signal) { // want Ask:"handles signals, but not SIGTERM"
	signal.Notify(c, os.Interrupt)
	<-c
}

func Local(h http.Handler) error { return http.ListenAndServe("localhost:8080", h) }

func Polls(h http.Handler) { // want Polls:"may serve"
	failed := make(chan error, 1)
	go func() { failed <- serve(h) }()
	select {
	case <-failed:
	default:
	}
}

// A child leaves Ctrl-C to its parent.
func Eat() { // want Eat:"handles signals"
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	go func() {
		for {
			<-c
			log.Print("ignored")
		}
	}()
}
