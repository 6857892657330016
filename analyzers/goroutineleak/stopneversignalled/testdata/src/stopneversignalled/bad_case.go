package stopneversignalled

import (
	"errors"
	"io"
	"net"
	"time"
)

type dialer struct {
	quit  chan struct{}
	lines chan string
}

func newDialer() *dialer {
	return &dialer{quit: make(chan struct{}), lines: make(chan string, 1)}
}

func (d *dialer) dial() error {
	for i := range 5 {
		select {
		case <-time.After(time.Duration(i) * time.Second):
			if d.connect() == nil {
				return nil
			}
		case <-d.quit: // want `this case never runs, and does not stop what waits here: nothing closes d.quit or sends on it`
			return errors.New("stopped")
		}
	}
	return errors.New("no connection")
}

func (d *dialer) connect() error {
	d.lines <- "connected"
	return nil
}

func (d *dialer) Close() error {
	return errors.New(<-d.lines)
}

// serve leaves the goroutine behind that watches the listener for it.
func serve(broken <-chan error, l net.Listener, handle func(net.Conn)) error {
	done := make(chan struct{})
	go func() {
		select {
		case <-broken:
			l.Close()
		case <-done: // want `this case never runs, and does not stop what waits here: nothing closes done or sends on it`
		}
	}()
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go handle(conn)
	}
}

// reads has a goroutine with another way out, an error.
func reads(r io.Reader) {
	never := make(chan struct{})
	go func() {
		buf := make([]byte, 10)
		for {
			select {
			case <-never: // want `this case never runs, and does not stop what waits here: nothing closes never or sends on it`
				return
			default:
			}
			if _, err := r.Read(buf); err != nil {
				return
			}
		}
	}()
}
