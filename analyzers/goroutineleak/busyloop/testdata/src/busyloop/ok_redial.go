package busyloop

import (
	"context"
	"log"
	"net"
	"time"
)

// Nope. The failure is followed by a pause.
func (f *feed) paused(ctx context.Context, use func(net.Conn)) {
	for ctx.Err() == nil {
		if err := f.follow(ctx, use); err != nil {
			log.Print(err)
			time.Sleep(time.Second)
		}
	}
}

// Nope. Each attempt is.
func (f *feed) pausedAlways(ctx context.Context, use func(net.Conn)) {
	for ctx.Err() == nil {
		if err := f.follow(ctx, use); err != nil {
			log.Print(err)
		}
		time.Sleep(time.Second)
	}
}

// Nope. A ticker comes before each attempt.
func (f *feed) ticked(ctx context.Context, use func(net.Conn)) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		if err := f.follow(ctx, use); err != nil {
			log.Print(err)
		}
	}
}

// Nope. The failure ends the loop.
func (f *feed) ended(ctx context.Context, use func(net.Conn)) error {
	for {
		conn, err := f.open(ctx)
		if err != nil {
			return err
		}
		use(conn)
	}
}

// Nope. A limited number of attempts.
func (f *feed) limited(ctx context.Context) net.Conn {
	for try := 0; try < 3; try++ {
		conn, err := f.open(ctx)
		if err != nil {
			log.Print(err)
			continue
		}
		return conn
	}
	return nil
}

// Nope. The method pauses before it opens anything.
func (f *feed) later(ctx context.Context) error {
	time.Sleep(time.Second)
	conn, err := f.open(ctx)
	if err != nil {
		return err
	}
	return conn.Close()
}

func (f *feed) probe(ctx context.Context) {
	for ctx.Err() == nil {
		if err := f.later(ctx); err != nil {
			log.Print(err)
		}
	}
}

// Nope. What handles the failure may wait.
func (f *feed) handled(ctx context.Context, backoff func(error)) {
	for ctx.Err() == nil {
		conn, err := f.open(ctx)
		if err != nil {
			backoff(err)
			continue
		}
		conn.Close()
	}
}

// Nope. Another one is tried.
func anyOf(addrs chan string) net.Conn {
	for {
		addr := <-addrs
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			continue
		}
		return conn
	}
}

// What follows the test of success pauses.
func (u *uplink) patient(ctx context.Context, use func(net.Conn), pause func()) {
	for ctx.Err() == nil {
		err := u.session(ctx, use)
		if err == nil {
			continue
		}
		pause()
	}
}

// A failure ends the loop, and success another iteration.
func (u *uplink) once(ctx context.Context, use func(net.Conn)) error {
	for ctx.Err() == nil {
		err := u.session(ctx, use)
		if err == nil {
			continue
		}
		return err
	}
	return nil
}

func (u *uplink) either(use func(net.Conn), other func() error) error {
	conn, err := net.Dial("tcp", u.addr)
	if err == nil {
		use(conn)
		return conn.Close()
	}
	return other()
}

// The failure of the dial leads to something else, which may take time.
func (u *uplink) fallback(ctx context.Context, use func(net.Conn), other func() error) {
	for ctx.Err() == nil {
		if err := u.either(use, other); err != nil {
			log.Print(err)
		}
	}
}
