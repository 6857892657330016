package uncancellablesleep

import (
	"context"
	"errors"
	"time"
)

// Each request has a channel of its own, whose close says nothing about the goroutine.
type device struct{ replies map[int]chan string }

func (d *device) ask(n int) (string, error) {
	reply := make(chan string)
	d.replies[n] = reply
	select {
	case s := <-reply:
		return s, nil
	case <-time.After(5 * time.Second):
		close(reply)
		return "", errors.New("no reply")
	}
}

func (d *device) answered(n int, s string) { d.replies[n] <- s }

// Nothing waits for the goroutine that asks.
func (d *device) supervise(ctx context.Context) {
	go func() {
		for n := 0; ; n++ {
			select {
			case <-ctx.Done():
				return
			default:
				if _, err := d.ask(n); err != nil {
					time.Sleep(2 * time.Second) // want `the end of the goroutine started at line 28 is delayed by time.Sleep in the loop at line 29`
				}
			}
		}
	}()
}

// The context belongs to one connection, and nothing waits for the goroutine that pings.
func serveConn(ping func(context.Context) error, serve func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		for {
			time.Sleep(15 * time.Second) // want `the end of the goroutine started at line 46 is delayed by time.Sleep in the loop at line 47`
			if ctx.Err() != nil {
				return
			}
			if ping(ctx) != nil {
				cancel()
				return
			}
		}
	}()
	serve(ctx)
}

func acceptConns(next func() (func(context.Context) error, func(context.Context))) {
	for {
		ping, serve := next()
		go serveConn(ping, serve)
	}
}
