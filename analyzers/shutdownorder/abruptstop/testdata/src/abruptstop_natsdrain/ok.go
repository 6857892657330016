package natsdrain

import (
	"context"

	"github.com/nats-io/nats.go"
)

// The drain comes first.
func run(ctx context.Context, nc *nats.Conn, closed <-chan struct{}) error {
	if _, err := nc.QueueSubscribe("orders.*", "billing", func(m *nats.Msg) { println(m.Subject) }); err != nil {
		return err
	}
	<-ctx.Done()
	if err := nc.Drain(); err != nil {
		nc.Close()
		return err
	}
	<-closed
	return nil
}
