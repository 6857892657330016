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

// The defer comes too late.
func (c *client) late(ctx context.Context, order string) error {
	select {
	case c.sem <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if _, err := c.call(ctx, order); err != nil {
		return err // want `this return keeps the slot taken at line \d+: once all slots of c.sem are lost, the next send blocks forever`
	}
	defer func() { <-c.sem }()
	_, err := c.call(ctx, order)
	return err
}

// The goroutine that releases it is not started.
func (c *client) notStarted(ctx context.Context, order string) error {
	c.sem <- struct{}{}
	if order == "" {
		return context.Canceled // want `this return keeps the slot`
	}
	go func() {
		defer c.release()
		_, _ = c.call(ctx, order)
	}()
	return nil
}
