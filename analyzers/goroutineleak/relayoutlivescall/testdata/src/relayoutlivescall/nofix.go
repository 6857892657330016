package relayoutlivescall

import "context"

// each: a deferred call in a loop would cancel the contexts too late.
func (p *pool) each(c *conn, msgs []string) {
	for _, msg := range msgs {
		ctx, cancel := context.WithCancel(context.Background())
		go func() { // want `goroutine stays after each has returned`
			<-p.closed
			cancel()
		}()
		c.exchange(ctx, msg)
	}
}
