package relayoutlivescall

import (
	"context"
	"io"
	"net"
)

// discard runs for each connection, with the context of the server.
func discard(ctx context.Context, conn net.Conn) error {
	defer conn.Close()
	go func() { // want `goroutine stays after discard has returned, one for each call: it waits for ctx.Done\(\), and keeps conn, which is closed by then`
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
