package relayoutlivescall

import (
	"context"
	"io"
	"net"
	"net/http"
)

// copyFrom is called with a context that ends with the call.
func copyFrom(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return copyWhile(ctx, conn)
}

func copyWhile(ctx context.Context, conn net.Conn) error {
	defer conn.Close()
	go func() {
		<-ctx.Done()
		conn.Close()
	}()
	_, err := io.Copy(io.Discard, conn)
	return err
}

// relayed ends with the request.
func relayed(w http.ResponseWriter, r *http.Request) {
	conn, err := net.Dial("tcp", "upstream:1")
	if err != nil {
		return
	}
	defer conn.Close()
	ctx := r.Context()
	go func() {
		<-ctx.Done()
		conn.Close()
	}()
	io.Copy(w, conn)
}

// watched ends with the call as well.
func watched(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-ctx.Done():
			conn.Close()
		case <-done:
		}
	}()
	io.Copy(io.Discard, conn)
}

// acceptUntil returns when its listener is closed, which the goroutine does.
func acceptUntil(ctx context.Context, l net.Listener, handle func(net.Conn)) error {
	go func() {
		<-ctx.Done()
		l.Close()
	}()
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go handle(conn)
	}
}
