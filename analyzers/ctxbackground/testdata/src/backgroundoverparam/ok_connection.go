package backgroundoverparam

import (
	"context"
	"net"

	"backgroundoverparam/broker"
)

type pool struct{ conn *broker.Conn }

func connect(ctx context.Context, addr string) (*broker.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	return &broker.Conn{}, conn.Close()
}

// Nope. What connects once for all callers does not end with the first one's request.
func (p *pool) get(ctx context.Context, addr string) (*broker.Conn, error) {
	if p.conn != nil {
		return p.conn, ctx.Err()
	}
	conn, err := connect(context.Background(), addr)
	if err != nil {
		return nil, err
	}
	p.conn = conn
	return conn, nil
}
