package b // want package:"handles signals when imported"

import "a"

var ctx = a.Context()

func Wait() { <-ctx.Done() } // want Wait:"handles signals"

func ServeHere() error { // want ServeHere:"serves"
	return a.Serve(nil)
}

func Plain() *a.Plain { return a.NewPlain() }
