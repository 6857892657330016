package receiveloop

import (
	"bufio"
	"context"
	"net"
)

func readQuotes(ctx context.Context, addr string) (<-chan string, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Write([]byte("quotes\n")); err != nil {
		conn.Close()
		return nil, err
	}
	quotes := make(chan string)
	go forwardQuotes(ctx, conn, quotes)
	return quotes, nil
}

func forwardQuotes(ctx context.Context, conn net.Conn, quotes chan<- string) {
	defer close(quotes)
	defer conn.Close()
	lines := bufio.NewScanner(conn)
	for lines.Scan() { // want `lines.Scan blocks until something arrives, so the loop does not notice the end of ctx before that: nothing closes conn then, and no read deadline is set`
		select {
		case quotes <- lines.Text():
		case <-ctx.Done():
			return
		}
	}
}
