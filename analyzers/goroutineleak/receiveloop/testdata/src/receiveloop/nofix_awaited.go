package receiveloop

import (
	"context"
	"net"
)

type (
	gauges  interface{ net.PacketConn }
	notices interface{ net.PacketConn }
)

type metrics struct {
	pc   gauges
	seen int
}

// The deferred Close comes after the goroutine that it would end.
func (m *metrics) Run(ctx context.Context) error {
	defer m.pc.Close()
	failed := make(chan error, 1)
	go func() { failed <- m.read(ctx) }()
	return <-failed
}

func (m *metrics) read(ctx context.Context) error {
	buf := make([]byte, 512)
	for {
		if ctx.Err() != nil {
			return nil
		}
		n, _, err := m.pc.ReadFrom(buf) // want `m.pc.ReadFrom blocks until something arrives, so the loop does not notice ctx before that: nothing closes m.pc`
		if err != nil {
			return err
		}
		m.seen += n
	}
}

type traps struct {
	pc   notices
	seen int
}

// The deferred Close comes after the call.
func (t *traps) Run(ctx context.Context) error {
	defer t.pc.Close()
	return t.read(ctx)
}

func (t *traps) read(ctx context.Context) error {
	buf := make([]byte, 512)
	for ctx.Err() == nil {
		n, _, err := t.pc.ReadFrom(buf) // want `t.pc.ReadFrom blocks until something arrives`
		if err != nil {
			return err
		}
		t.seen += n
	}
	return nil
}
