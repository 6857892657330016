package stopoverwritten

import (
	"bufio"
	"net"
	"time"
)

// Each reconnection leaves the pinger of the connection before.
type wire struct {
	quit chan struct{}
	dial func() (net.Conn, error)
	conn net.Conn
}

func newWire(dial func() (net.Conn, error)) *wire {
	w := &wire{quit: make(chan struct{}), dial: dial}
	go w.run()
	return w
}

func (w *wire) Close() { close(w.quit) }

func (w *wire) run() {
	for {
		w.session()
		select {
		case <-time.After(time.Second):
		case <-w.quit:
			return
		}
	}
}

func (w *wire) session() error {
	conn, err := w.dial()
	if err != nil {
		return err
	}
	defer conn.Close()
	w.conn = conn
	go w.ping() // want `one more goroutine is leaked each time that the loop at line 26 calls session: only a signal of the owner ends the one started here`
	r := bufio.NewReader(conn)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return err
		}
		println(line)
	}
}

func (w *wire) ping() {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			w.conn.Write([]byte("ping\n"))
		case <-w.quit:
			return
		}
	}
}
