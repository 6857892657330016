package receiveloop

import (
	"bufio"
	"context"
	"net"
)

// Callers may close the connection when the context ends.
func CopyLines(ctx context.Context, conn net.Conn, out chan<- string) error {
	r := bufio.NewReader(conn)
	for {
		line, err := r.ReadString('\n') // want `r.ReadString blocks until something arrives`
		if err != nil {
			return err
		}
		select {
		case out <- line:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
