package sharedcallcallerctx

import "context"

// What is made lives on with its context: the fix that ends it would end that.
func (c *cache) connect(ctx context.Context) error {
	_, err, _ := c.group.Do("connect", func() (any, error) {
		conn, err := dial(ctx) // want `when one caller is canceled, the others get its error`
		c.conn = conn
		return nil, err
	})
	return err
}

func (c *cache) open(ctx context.Context) (any, error) {
	v, err, _ := c.group.Do("open", func() (any, error) {
		return dial(ctx) // want `when one caller is canceled, the others get its error`
	})
	return v, err
}

// Who calls the function without the group has its own context to end it.
func (c *cache) refresh(ctx context.Context, alone bool) (any, error) {
	load := func() (any, error) {
		return loadAll(ctx) // want `when one caller is canceled, the others get its error`
	}
	if alone {
		return load()
	}
	v, err, _ := c.group.Do("refresh", load)
	return v, err
}

func loadAll(ctx context.Context) (any, error) { <-ctx.Done(); return nil, ctx.Err() }
