package failurewaits

import (
	"context"
	"fmt"
	"net"
	"sync"
	"time"
)

type relay struct {
	addr  string
	leave func()
}

func (r *relay) announce() error { return nil }

func (r *relay) run(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() {
		<-ctx.Done()
		r.leave()
	})
	if err := r.announce(); err != nil {
		return fmt.Errorf("announce: %w", err) // want `this error is returned only when ctx ends: the deferred Wait at line 20 waits for the goroutine at line 21, which ends with ctx alone`
	}
	<-ctx.Done()
	return nil
}

func (r *relay) beat(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
			r.leave()
		}
	}
}

func (r *relay) serve(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		r.beat(ctx)
	}()
	l, err := net.Listen("tcp", r.addr)
	if err != nil {
		return err // want `this error is returned only when ctx ends`
	}
	defer l.Close()
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		conn.Close()
	}
}
