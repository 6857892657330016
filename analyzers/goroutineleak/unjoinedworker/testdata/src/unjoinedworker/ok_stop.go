package main

import (
	"context"
	"database/sql"
	"net"
	"sync"
	"time"
)

// Stop waits, with a channel that the goroutine closes.
type waiting struct {
	db         *sql.DB
	stop, done chan struct{}
}

func newWaiting(db *sql.DB) *waiting {
	w := &waiting{db: db, stop: make(chan struct{}), done: make(chan struct{})}
	go w.loop()
	return w
}

func (w *waiting) loop() {
	defer close(w.done)
	for {
		select {
		case <-w.stop:
			return
		case <-time.After(time.Second):
			w.db.Ping()
		}
	}
}

func (w *waiting) Stop() {
	close(w.stop)
	<-w.done
	w.db.Close()
}

// Closing is what ends the goroutine.
type reader struct {
	conn net.Conn
	stop chan struct{}
}

func newReader(conn net.Conn) *reader {
	r := &reader{conn: conn, stop: make(chan struct{})}
	go func() {
		for {
			if _, err := r.conn.Read(nil); err != nil {
				return
			}
			select {
			case <-r.stop:
				return
			default:
			}
		}
	}()
	return r
}

func (r *reader) Close() {
	close(r.stop)
	r.conn.Close()
}

// The goroutine does not use what is closed, and its own ticker is its own.
type idle struct {
	db     *sql.DB
	ticker *time.Ticker
	stop   chan struct{}
}

func newIdle(db *sql.DB) *idle {
	i := &idle{db: db, stop: make(chan struct{}), ticker: time.NewTicker(time.Second)}
	go func() {
		for {
			select {
			case <-i.stop:
				return
			case <-i.ticker.C:
				i.ticker.Reset(time.Second)
			}
		}
	}()
	return i
}

func (i *idle) Stop() {
	close(i.stop)
	i.ticker.Stop()
	i.db.Close()
}

// A group counts it.
type counted struct {
	db   *sql.DB
	stop chan struct{}
	wg   sync.WaitGroup
}

func newCounted(db *sql.DB) *counted {
	c := &counted{db: db, stop: make(chan struct{})}
	c.wg.Add(1)
	go c.loop()
	return c
}

func (c *counted) loop() {
	defer c.wg.Done()
	for {
		select {
		case <-c.stop:
			return
		default:
			c.db.Ping()
		}
	}
}

func (c *counted) Stop() {
	close(c.stop)
	c.wg.Wait()
	c.db.Close()
}

// The transport is shut down first, and then the goroutine that drains it.
type listener struct {
	transport transport
	stop      chan struct{}
}

type transport interface {
	Stream() <-chan net.Conn
	Shutdown() error
}

func newListener(t transport) *listener {
	l := &listener{transport: t, stop: make(chan struct{})}
	go l.listen()
	return l
}

func (l *listener) listen() {
	for {
		select {
		case conn := <-l.transport.Stream():
			conn.Close()
		case <-l.stop:
			return
		}
	}
}

func (l *listener) Shutdown() {
	l.transport.Shutdown()
	close(l.stop)
}

// The close is what wakes the goroutine.
type relay struct {
	conn   net.Conn
	ctx    context.Context
	cancel context.CancelFunc
}

func (r *relay) Start() {
	r.ctx, r.cancel = context.WithCancel(context.Background())
	go r.forward()
}

func (r *relay) forward() {
	buf := make([]byte, 1500)
	for r.ctx.Err() == nil {
		_, _ = r.conn.Read(buf)
	}
}

func (r *relay) Stop() error {
	r.cancel()
	return r.conn.Close()
}

// All that the goroutine uses of what is closed is a channel to wait for.
type reloader struct {
	files *watched
	stop  chan struct{}
}

type watched struct{ changed chan struct{} }

func (w *watched) Changed() <-chan struct{} { return w.changed }

func (w *watched) Close() error { return nil }

func newReloader() *reloader {
	r := &reloader{files: &watched{make(chan struct{})}, stop: make(chan struct{})}
	go func() {
		for {
			select {
			case <-r.stop:
				return
			case <-r.files.Changed():
				println("changed")
			}
		}
	}()
	return r
}

func (r *reloader) Close() error {
	close(r.stop)
	return r.files.Close()
}

// So it is where the channel is a field of what is closed, as fsnotify's events are,
// and what the goroutine closes itself may be closed by others.
type follower struct {
	files *notifier
	stop  chan struct{}
}

type notifier struct{ Events chan string }

func (n *notifier) Add(string) error { return nil }
func (n *notifier) Close() error     { return nil }

func (f *follower) Start() {
	go func() {
		defer f.files.Close()
		_ = f.files.Add("config")
		for {
			select {
			case <-f.stop:
				return
			case name := <-f.files.Events:
				println(name)
			}
		}
	}()
}

func (f *follower) Stop() {
	close(f.stop)
	_ = f.files.Close()
}

// Close ends one subscription, and the goroutine goes on with the others.
type broker struct {
	db   *sql.DB
	subs chan *subscription
}

type subscription struct {
	done chan struct{}
	news chan string
}

func newBroker(db *sql.DB) *broker {
	b := &broker{db: db, subs: make(chan *subscription)}
	go b.run()
	return b
}

func (b *broker) run() {
	for s := range b.subs {
		b.tell(s)
	}
	for {
		b.tell(<-b.subs)
	}
}

func (b *broker) tell(s *subscription) {
	select {
	case <-s.done:
	case s.news <- "here":
		b.db.Ping()
	}
}

func (s *subscription) Close() { close(s.done) }
