package natspub

import (
	"context"

	"github.com/nats-io/nats.go"
)

// What is published is sent by the close.
func run(ctx context.Context, nc *nats.Conn) error {
	if err := nc.Publish("started", nil); err != nil {
		return err
	}
	<-ctx.Done()
	nc.Close()
	return nil
}
