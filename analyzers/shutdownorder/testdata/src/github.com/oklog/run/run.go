package run

import (
	"context"
	"os"
	"os/signal"
)

type Group struct{}

func (g *Group) Add(execute func() error, interrupt func(error)) {}

func (g *Group) Run() error { return nil }

// SignalHandler returns an actor that ends with one of the signals.
func SignalHandler(ctx context.Context, signals ...os.Signal) (execute func() error, interrupt func(error)) {
	ctx, cancel := context.WithCancel(ctx)
	return func() error {
		c := make(chan os.Signal, 1)
		signal.Notify(c, signals...)
		select {
		case <-c:
		case <-ctx.Done():
		}
		return nil
	}, func(error) { cancel() }
}
