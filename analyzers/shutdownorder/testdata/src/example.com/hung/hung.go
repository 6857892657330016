// Package hung hangs on the process-wide lifecycle, and cannot know whether a main runs it.
package hung

import (
	"context"
	"log"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// Poll starts a worker of the process.
func Poll() {
	lifecycle.Go(func(ctx context.Context) {
		<-ctx.Done()
		log.Println("polled for the last time")
	})
}

// Flusher flushes at shutdown.
type Flusher struct{ name string }

// NewFlusher returns one.
func NewFlusher(name string) *Flusher {
	f := &Flusher{name}
	lifecycle.OnShutdown(func(context.Context) { log.Println(f.name) })
	return f
}

// Version hangs on nothing.
func Version() string { return "1" }

// Run runs a program.
func Run(run func(context.Context) error) { lifecycle.Main(run) }
