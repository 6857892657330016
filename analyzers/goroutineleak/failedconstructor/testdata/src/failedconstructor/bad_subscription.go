package failedconstructor

import (
	"fmt"

	"github.com/nats-io/nats.go"
)

type tap struct{ opened, closed *nats.Subscription }

// The first subscription calls the handler from now on.
func newTap(nc *nats.Conn, handle nats.MsgHandler) (*tap, error) {
	opened, err := nc.Subscribe("valve.opened", handle)
	if err != nil {
		return nil, fmt.Errorf("subscribe: %w", err)
	}
	closed, err := nc.Subscribe("valve.closed", handle)
	if err != nil {
		return nil, fmt.Errorf("subscribe: %w", err) // want `newTap fails here, and the subscription opened, made at line \d+, stays active: the caller gets nothing that it could end`
	}
	return &tap{opened, closed}, nil
}
