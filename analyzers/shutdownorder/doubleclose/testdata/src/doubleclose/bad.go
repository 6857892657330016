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
	close(w.stop) // want `the second close panics: every call of Stop closes w\.stop, and it is called on one value at line \d+ and line \d+`
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
	close(q.items) // want `calling both Kill and Stop panics with "close of closed channel": every call closes q\.items \(line \d+\)`
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
	close(m.conns) // want `the second close panics: every call of Close closes m\.conns, and callers of net\.Listener call it more than once`
	return nil
}

// What a fix adds is no part of the API.
type Feed struct {
	Events chan int
}

func (f *Feed) Stop() { close(f.Events) }

func (f *Feed) Close() {
	println("closed")
	close(f.Events) // want `calling both Close and Stop panics with "close of closed channel": every call closes f\.Events \(line \d+\)`
}

// Two cases of a loop.
type Campaign struct{ stop chan struct{} }

func NewCampaign() *Campaign { return &Campaign{stop: make(chan struct{})} }

func (c *Campaign) Stop() {
	close(c.stop) // want `every call of Stop closes c.stop, and it is called on one value at line \d+ and line \d+`
}

func lead(ctx context.Context, lost <-chan struct{}) {
	c := NewCampaign()
	for {
		select {
		case <-lost:
			lost = nil
			c.Stop()
		case <-ctx.Done():
			c.Stop()
			return
		}
	}
}

// A loop comes back to it.
type Reader struct{ quit chan struct{} }

func NewReader() *Reader { return &Reader{quit: make(chan struct{})} }

func (r *Reader) Close() {
	close(r.quit) // want `the second close panics: every call of Close closes r\.quit, and it is called on one value in a loop at line \d+`
}

func reset(r *Reader, signals <-chan struct{}) {
	for range signals {
		r.Close()
	}
}

// A goroutine of the method closes it, and two others shut all of them down.
type Session struct {
	queue chan string
	wg    sync.WaitGroup
}

func NewSession() *Session { return &Session{queue: make(chan string, 16)} }

func (s *Session) Shutdown(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
		s.wg.Wait()
		close(s.queue) // want `the second close panics: every call of Shutdown closes s\.queue, and Keep \(line \d+\) and Close \(line \d+\) both call it on the elements of open`
		close(done)
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-done:
		return nil
	}
}

type Sessions struct{ open map[string]*Session }

func (s *Sessions) Keep(ctx context.Context, keep map[string]bool) {
	for name, one := range s.open {
		if !keep[name] {
			_ = one.Shutdown(ctx)
		}
	}
}

func (s *Sessions) Close(ctx context.Context) {
	for _, one := range s.open {
		_ = one.Shutdown(ctx)
	}
}
