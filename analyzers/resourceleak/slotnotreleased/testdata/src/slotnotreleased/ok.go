package slotnotreleased

import "context"

func (c *client) deferred(ctx context.Context, order string) error {
	c.sem <- struct{}{}
	defer func() { <-c.sem }()
	_, err := c.call(ctx, order)
	if err != nil {
		return err
	}
	return nil
}

func (c *client) acquire() { c.sem <- struct{}{} }

func (c *client) release() { <-c.sem }

// A helper releases the slot.
func (c *client) helped(ctx context.Context, order string) error {
	c.sem <- struct{}{}
	if _, err := c.call(ctx, order); err != nil {
		c.release()
		return err
	}
	<-c.sem
	return nil
}

// The goroutine releases it.
func (c *client) background(ctx context.Context, order string) error {
	c.sem <- struct{}{}
	if order == "" {
		<-c.sem
		return nil
	}
	go func() {
		defer c.release()
		_, _ = c.call(ctx, order)
	}()
	return nil
}

// Acquisition and release depend on the same condition.
func (c *client) maybe(ctx context.Context, order string, limited bool) error {
	if limited {
		c.sem <- struct{}{}
	}
	_, err := c.call(ctx, order)
	if limited {
		<-c.sem
	}
	return err
}

// Another goroutine receives the signal.
type poke struct{ wake chan struct{} }

func newPoke() *poke { return &poke{make(chan struct{}, 1)} }

func (p *poke) signal() error {
	p.wake <- struct{}{}
	return nil
}

func (p *poke) wait() { <-p.wake }

// The caller gets what releases the slot.
func (c *client) lease(order string) (func(), error) {
	c.sem <- struct{}{}
	if order == "" {
		<-c.sem
		return nil, context.Canceled
	}
	return c.release, nil
}

// The channel is gone with the function.
func each(jobs []string, work func(string) error) error {
	slots := make(chan struct{}, 4)
	for _, job := range jobs {
		slots <- struct{}{}
		if err := work(job); err != nil {
			return err
		}
		<-slots
	}
	return nil
}

// A channel of tokens: the receive takes one, and the send puts it back.
func (c *client) tokens(ctx context.Context, order string) error {
	<-c.sem
	_, err := c.call(ctx, order)
	c.sem <- struct{}{}
	if err != nil {
		return err
	}
	<-c.sem
	_, err = c.call(ctx, order)
	c.sem <- struct{}{}
	return err
}

// Deferred before the slot is taken.
func (c *client) first(ctx context.Context, order string) error {
	taken := false
	defer func() {
		if taken {
			<-c.sem
		}
	}()
	select {
	case c.sem <- struct{}{}:
		taken = true
	case <-ctx.Done():
		return ctx.Err()
	}
	_, err := c.call(ctx, order)
	return err
}

// Deferred immediately, in the case that takes it; the other one returns without a slot.
func (c *client) inCase(ctx context.Context, order string) error {
	select {
	case c.sem <- struct{}{}:
		defer c.release()
	case <-ctx.Done():
		return ctx.Err()
	}
	_, err := c.call(ctx, order)
	return err
}

// A goroutine that releases on each of its paths.
func (c *client) handed(ctx context.Context, order string) {
	c.sem <- struct{}{}
	go c.run(ctx, order)
}

func (c *client) run(ctx context.Context, order string) {
	defer c.release()
	_, _ = c.call(ctx, order)
}
