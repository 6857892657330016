package receiveloop

import (
	"context"
	"net"
)

type probe struct {
	pc   net.PacketConn
	seen int
}

// Nope. Run returns with ctx, and the deferred Close ends the goroutine.
func (b *probe) Run(ctx context.Context) error {
	defer b.pc.Close()
	failed := make(chan error, 1)
	go func() { failed <- b.read(ctx) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *probe) read(ctx context.Context) error {
	buf := make([]byte, 512)
	for ctx.Err() == nil {
		n, _, err := b.pc.ReadFrom(buf)
		if err != nil {
			return err
		}
		b.seen += n
	}
	return nil
}

type beacon struct {
	pc   net.PacketConn
	seen int
}

// Nope. What Run starts beside the loop closes the connection.
func (b *beacon) Run(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { b.pc.Close() })
	defer stop()
	return b.read(ctx)
}

func (b *beacon) read(ctx context.Context) error {
	buf := make([]byte, 512)
	for ctx.Err() == nil {
		n, _, err := b.pc.ReadFrom(buf)
		if err != nil {
			return err
		}
		b.seen += n
	}
	return nil
}

type echo struct {
	pc   net.PacketConn
	seen int
}

// Nope. Run only starts the loop, and its end closes the connection.
func (e *echo) Run(ctx context.Context) {
	defer e.pc.Close()
	go e.read(ctx)
	<-ctx.Done()
}

func (e *echo) read(ctx context.Context) {
	buf := make([]byte, 512)
	for ctx.Err() == nil {
		n, _, err := e.pc.ReadFrom(buf)
		if err != nil {
			return
		}
		e.seen += n
	}
}
