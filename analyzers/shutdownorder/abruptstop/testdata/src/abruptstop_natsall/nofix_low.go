package natsall

import (
	"context"

	"github.com/nats-io/nats.go"
)

// Every instance gets what invalidates its cache.
func run(ctx context.Context, nc *nats.Conn) error {
	if _, err := nc.Subscribe("invalidate", func(m *nats.Msg) { println(m.Subject) }); err != nil {
		return err
	}
	<-ctx.Done()
	nc.Close() // want `messages that have arrived are dropped when the program stops: .*low confidence`
	return nil
}
