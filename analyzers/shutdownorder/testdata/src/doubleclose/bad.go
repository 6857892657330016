package doubleclose

import (
	"context"
	"errors"
	"net"
	"sync"
)

type Worker struct {
	mu   sync.Mutex
	stop chan struct{}
}

func NewWorker() *Worker { return &Worker{stop: make(chan struct{})} }

func (w *Worker) Stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.stop) // want `every call of Stop closes w.stop, and it is called on one value at line 28 and line 30: the second close panics`
}

func (w *Worker) Run() error { return errors.New("failed") }

// An error path beside the deferred call.
func serve() error {
	w := NewWorker()
	defer w.Stop()
	if err := w.Run(); err != nil {
		w.Stop()
		return err
	}
	return nil
}

// The signal's goroutine beside the deferred call.
type Poller struct {
	quit chan struct{}
}

func (p *Poller) Close() error {
	close(p.quit) // want `every call of Close closes p.quit, and it is called on one value at line 49 and line 51`
	return nil
}

func poll(ctx context.Context, p *Poller) {
	go func() {
		<-ctx.Done()
		_ = p.Close()
	}()
	defer p.Close()
	<-p.quit
}

// Two methods for one channel.
type Queue[T any] struct {
	items chan T
}

func (q *Queue[T]) Stop() { close(q.items) }

func (q *Queue[T]) Kill() {
	println("killed")
	close(q.items) // want `Kill closes q.items, and so does Stop at line 60: calling both panics`
}

// What others know as a net.Listener.
type memory struct {
	conns chan net.Conn
}

func Listen() net.Listener { return &memory{conns: make(chan net.Conn)} }

func (m *memory) Accept() (net.Conn, error) {
	c, ok := <-m.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (m *memory) Addr() net.Addr { return nil }

func (m *memory) Close() error {
	close(m.conns) // want `every call of Close closes m.conns, and those who have a net.Listener call it more than once: the second close panics`
	return nil
}

// What a fix adds is no part of the API.
type Feed struct {
	Events chan int
}

func (f *Feed) Stop() { close(f.Events) }

func (f *Feed) Close() {
	println("closed")
	close(f.Events) // want `Close closes f.Events, and so does Stop at line 94: calling both panics`
}
