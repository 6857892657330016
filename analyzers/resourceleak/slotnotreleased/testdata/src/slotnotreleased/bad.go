package slotnotreleased

import (
	"context"
	"errors"
	"fmt"
)

type client struct {
	sem chan struct{}
}

func newClient(limit int) *client { return &client{sem: make(chan struct{}, limit)} }

func (c *client) charge(ctx context.Context, order string) (string, error) {
	select {
	case c.sem <- struct{}{}:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if order == "" {
		return "", errors.New("no order") // want `this return keeps the slot taken at line \d+: once all slots of c.sem are lost, the next send blocks forever`
	}
	ref, err := c.call(ctx, order)
	if err != nil {
		return "", fmt.Errorf("charge: %w", err)
	}
	<-c.sem
	return ref, nil
}

func (c *client) call(ctx context.Context, order string) (string, error) {
	return order, ctx.Err()
}
