package relayoutlivescall

import (
	"context"
	"io"
	"net"
)

// discard runs for each connection, with the context of the server.
func discard(ctx context.Context, conn net.Conn) error {
	defer conn.Close()
	go func() { // want `goroutine stays after discard has returned, one for each call: it waits for ctx.Done\(\), and keeps conn`
		<-ctx.Done()
		conn.Close()
	}()
	_, err := io.Copy(io.Discard, conn)
	return err
}

func accept(ctx context.Context, l net.Listener) error {
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go discard(ctx, conn)
	}
}

// pipe is passed both connections, and leaves it to its caller to close them.
func pipe(ctx context.Context, a, b net.Conn) {
	go func() { // want `goroutine stays after pipe has returned, one for each call: it waits for ctx.Done\(\), and keeps a`
		<-ctx.Done()
		a.Close()
		b.Close()
	}()
	io.Copy(a, b)
}
