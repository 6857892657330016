package relayoutlivescall

import "context"

// run: a function of that name runs as long as the pool does.
func (p *pool) run(c *conn) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { // want `goroutine stays after run has returned`
		<-p.closed
		cancel()
	}()
	for {
		if _, err := c.exchange(ctx, "next"); err != nil {
			return
		}
	}
}
