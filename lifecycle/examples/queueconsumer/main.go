// Command queueconsumer takes messages from a broker and settles every one of them:
// acknowledged once it is processed, nacked if the consumer stops.
//
//	go run ./examples/queueconsumer
//
// The broker is a stand-in that runs in the process.
package main

import (
	"context"
	"log/slog"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

func main() { lifecycle.Main(run) }

// run ends at the first signal. Its deferred calls are over before the hooks
// run, so the broker's connection outlives the consumer.
func run(ctx context.Context) error {
	b := newBroker()
	lifecycle.OnShutdown(b.disconnect, lifecycle.Named("broker"))

	process := func(_ context.Context, body string) error {
		slog.Info("processed", "message", body)
		return nil
	}
	c := newConsumer(b, 4, process)
	c.start()
	lifecycle.Go(b.publish)
	slog.Info("consuming")

	<-ctx.Done()
	stopCtx, cancel := lifecycle.Detach(ctx, stopTimeout)
	defer cancel()
	return c.stop(stopCtx)
}
