package receiveloop

import (
	"bufio"
	"context"
	"net"
	"os"
	"sync"
	"time"
)

// A goroutine closes the connection.
func closedBeside(ctx context.Context, addr string, out chan<- string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	go func() {
		<-ctx.Done()
		conn.Close()
	}()
	return linesOf(ctx, conn, out)
}

func linesOf(ctx context.Context, conn net.Conn, out chan<- string) error {
	sc := bufio.NewScanner(conn)
	for sc.Scan() {
		select {
		case out <- sc.Text():
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return sc.Err()
}

// So does what starts the goroutine, which waits for the context.
func closedByStarter(ctx context.Context, addr string, out chan<- string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	go pumpLines(ctx, conn, out)
	<-ctx.Done()
	return conn.Close()
}

func pumpLines(ctx context.Context, conn net.Conn, out chan<- string) {
	sc := bufio.NewScanner(conn)
	for sc.Scan() {
		select {
		case out <- sc.Text():
		case <-ctx.Done():
			return
		}
	}
}

// A deadline is set for each read.
func withDeadline(ctx context.Context, addr string, out chan<- string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	sc := bufio.NewScanner(conn)
	for {
		if err := conn.SetReadDeadline(time.Now().Add(time.Second)); err != nil {
			return err
		}
		if !sc.Scan() {
			return sc.Err()
		}
		select {
		case out <- sc.Text():
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// A server keeps the connection, and may close it.
type lineServer struct {
	mu    sync.Mutex
	conns map[net.Conn]bool
}

func (s *lineServer) handle(ctx context.Context, conn net.Conn, out chan<- string) {
	s.mu.Lock()
	s.conns[conn] = true
	s.mu.Unlock()
	pumpKept(ctx, conn, out)
}

func pumpKept(ctx context.Context, conn net.Conn, out chan<- string) {
	sc := bufio.NewScanner(conn)
	for sc.Scan() {
		select {
		case out <- sc.Text():
		case <-ctx.Done():
			return
		}
	}
}

func (s *lineServer) Serve(ctx context.Context, ln net.Listener, out chan<- string) {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		go s.handle(ctx, conn, out)
	}
}

// A file ends by itself.
func fileLines(ctx context.Context, f *os.File, out chan<- string) {
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		select {
		case out <- sc.Text():
		case <-ctx.Done():
			return
		}
	}
}
