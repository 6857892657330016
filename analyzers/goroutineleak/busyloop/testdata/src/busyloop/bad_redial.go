package busyloop

import (
	"context"
	"fmt"
	"log"
	"net"
)

type feed struct {
	addr string
	open func(context.Context) (net.Conn, error)
}

func (f *feed) follow(ctx context.Context, use func(net.Conn)) error {
	conn, err := f.open(ctx)
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	defer conn.Close()
	use(conn)
	return nil
}

func (f *feed) run(ctx context.Context, use func(net.Conn)) {
	for ctx.Err() == nil {
		if err := f.follow(ctx, use); err != nil { // want `while the other side is down, the loop at line 26 tries again without a pause`
			log.Print(err)
		}
	}
}

func (f *feed) dial(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(ctx, "tcp", f.addr)
}

func (f *feed) reconnect(ctx context.Context, use func(net.Conn)) {
	for {
		select {
		case <-ctx.Done():
			return
		default:
		}
		conn, err := f.dial(ctx) // want `while the other side is down, the loop at line \d+ tries again without a pause`
		if err != nil {
			if ctx.Err() != nil {
				return
			}
			log.Print(err)
			continue
		}
		use(conn)
		conn.Close()
	}
}

func waitFor(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr) // want `while the other side is down`
		if err != nil {
			log.Printf("%s: %v", addr, err)
			continue
		}
		return conn
	}
}

type uplink struct {
	addr string
	done bool
}

func (u *uplink) session(ctx context.Context, use func(net.Conn)) error {
	d := net.Dialer{}
	conn, err := d.DialContext(ctx, "tcp", u.addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	use(conn)
	return nil
}

// The test is of success.
func (u *uplink) keep(ctx context.Context, use func(net.Conn)) {
	for ctx.Err() == nil && !u.done {
		err := u.session(ctx, use) // want `while the other side is down`
		if err == nil {
			continue
		}
		log.Print("again: ", err)
	}
}

func (u *uplink) quietly(ctx context.Context, use func(net.Conn)) {
	for ctx.Err() == nil {
		if err := u.session(ctx, use); err == nil { // want `while the other side is down`
			return
		}
	}
}
