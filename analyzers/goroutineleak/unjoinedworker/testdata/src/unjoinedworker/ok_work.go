package main

import (
	"net"
	"time"
)

// It counts, and nothing of that can be cut off.
type counter struct {
	n    int
	stop chan struct{}
}

func newCounter() *counter {
	c := &counter{stop: make(chan struct{})}
	go c.count()
	return c
}

func (c *counter) count() {
	for {
		select {
		case <-c.stop:
			return
		case <-time.After(time.Second):
			c.n++
		}
	}
}

func (c *counter) Stop() { close(c.stop) }

// The stop is handed over: by then the goroutine has come to its wait.
type handed struct {
	store store
	stop  chan struct{}
}

func newHanded(s store) *handed {
	h := &handed{store: s, stop: make(chan struct{})}
	go h.keep()
	return h
}

func (h *handed) keep() {
	for {
		select {
		case <-h.stop:
			return
		case <-time.After(time.Minute):
			_ = h.store.Save("x")
		}
	}
}

func (h *handed) Stop() { h.stop <- struct{}{} }

// What it has received is only given back.
type closer struct {
	in   chan store
	stop chan struct{}
}

func newCloser() *closer {
	c := &closer{in: make(chan store), stop: make(chan struct{})}
	go func() {
		for {
			select {
			case <-c.stop:
				return
			case s := <-c.in:
				_ = s.Close()
			}
		}
	}()
	return c
}

func (c *closer) Stop() { close(c.stop) }

// Its connection is closed, which is how its write ends.
type writer struct {
	conn net.Conn
	out  chan []byte
	stop chan struct{}
}

func newWriter(conn net.Conn) *writer {
	w := &writer{conn: conn, out: make(chan []byte), stop: make(chan struct{})}
	go w.write()
	return w
}

func (w *writer) write() {
	for {
		select {
		case <-w.stop:
			return
		case b := <-w.out:
			_, _ = w.conn.Write(b)
		}
	}
}

func (w *writer) Close() error {
	close(w.stop)
	return w.conn.Close()
}

// It runs what it is told to, and nobody knows what that is.
type runner struct {
	tasks chan func()
	stop  chan struct{}
}

func newRunner() *runner {
	r := &runner{tasks: make(chan func()), stop: make(chan struct{})}
	go func() {
		for {
			select {
			case <-r.stop:
				return
			case task := <-r.tasks:
				task()
			}
		}
	}()
	return r
}

func (r *runner) Stop() { close(r.stop) }

// A datagram that is not sent is lost anyway.
type announcer struct {
	conn net.PacketConn
	to   net.Addr
	stop chan struct{}
}

func newAnnouncer(conn net.PacketConn, to net.Addr) *announcer {
	a := &announcer{conn: conn, to: to, stop: make(chan struct{})}
	go a.announce()
	return a
}

func (a *announcer) announce() {
	for {
		select {
		case <-a.stop:
			return
		case <-time.After(time.Second):
			_, _ = a.conn.WriteTo([]byte("here"), a.to)
		}
	}
}

func (a *announcer) Stop() { close(a.stop) }
