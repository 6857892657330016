package relayoutlivescall

import (
	"context"
	"errors"
)

type pool struct {
	closed chan struct{}
	out    chan string
}

type conn struct{ gone chan struct{} }

func (c *conn) exchange(ctx context.Context, msg string) (string, error) {
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	default:
		return msg, nil
	}
}

func (p *pool) close() { close(p.closed) }

// lookup: the select of the goroutine has no case for the end of the call.
func (p *pool) lookup(c *conn, msg string) string {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { // want `goroutine stays after lookup has returned, one for each call: it waits for p.closed or c.gone, and nothing else calls cancel`
		select {
		case <-p.closed:
			cancel()
		case <-c.gone:
			cancel()
		}
	}()
	reply, err := c.exchange(ctx, msg)
	if err != nil {
		return ""
	}
	return reply
}

// ask: a bare receive, and a context that shadows that of the caller.
func (p *pool) ask(ctx context.Context, c *conn, msg string) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	go func() { // want `goroutine stays after ask has returned, one for each call: it waits for p.closed, and nothing else calls cancel`
		<-p.closed
		cancel()
	}()
	return c.exchange(ctx, msg)
}

// trigger: the goroutine waits for the context as well, which nothing else ends.
func (p *pool) trigger(ctx context.Context, c *conn, msg string) error {
	ctx, cancel := context.WithCancel(ctx)
	go func() { // want `goroutine stays after trigger has returned, one for each call: it waits for p.closed, and nothing else calls cancel`
		defer cancel()
		select {
		case <-ctx.Done():
		case <-p.closed:
		}
	}()
	_, err := c.exchange(ctx, msg)
	return err
}

// seek: the signal is that of a caller, who need not send it.
func (p *pool) seek(interrupt <-chan struct{}, c *conn) (n int, err error) {
	ctx, cancelFunc := context.WithCancelCause(context.Background())
	go func() { // want `goroutine stays after seek has returned, one for each call: it waits for interrupt, and nothing else calls cancelFunc`
		<-interrupt
		cancelFunc(errors.New("interrupted"))
	}()
	_, err = c.exchange(ctx, "seek")
	return 0, err
}
