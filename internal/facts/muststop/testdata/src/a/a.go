package a

import (
	"context"
	"net"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

type T struct {
	stop chan struct{}
	off  atomic.Bool
	tick *time.Ticker
}

func New() *T { // want New:"needs Stop or Close"
	t := &T{stop: make(chan struct{})}
	go t.loop()
	return t
}

func (t *T) loop() {
	for {
		select {
		case <-t.stop:
			return
		case <-time.After(time.Second):
		}
	}
}

func (t *T) Stop()  { t.end() }
func (t *T) Close() { t.end() }
func (t *T) end()   { close(t.stop) }

// The methods that an interface result lacks are no use to its holder.
type Stopper interface{ Stop() }

func NewStopper(on bool) (Stopper, error) { // want NewStopper:"needs Stop"
	t := New()
	if !on {
		return nil, nil
	}
	return t, nil
}

// A flag, and a start by method.
func (t *T) Watch() { // want Watch:"needs Off"
	go func() {
		for !t.off.Load() {
			time.Sleep(time.Second)
		}
	}()
}

func (t *T) Off() { t.off.Store(true) }

// A generic type, and a literal that captures the result.
type G[V any] struct {
	cancel context.CancelFunc
	v      V
}

func NewG[V any]() *G[V] { // want NewG:"needs Cancel"
	g := &G[V]{}
	ctx, cancel := context.WithCancel(context.Background())
	g.cancel = cancel
	go func() {
		<-ctx.Done()
		_ = g.v
	}()
	return g
}

func (g *G[V]) Cancel() { g.cancel() }

// The goroutine can end otherwise: by its queue, which another function closes.
type Q struct {
	jobs chan int
	once sync.Once
}

func NewQ() *Q {
	q := &Q{jobs: make(chan int)}
	go func() {
		for range q.jobs {
		}
	}()
	return q
}

func (q *Q) Close() { q.once.Do(func() { close(q.jobs) }) }

func Finish(q *Q) { close(q.jobs) }

// Nothing stops it at all: that is another question.
type N struct{ stop chan struct{} }

func NewN() *N {
	n := &N{stop: make(chan struct{})}
	go func() { <-n.stop }()
	return n
}

// Only started when a setting says so: nobody knows.
func NewMaybe(on bool) *T {
	t := &T{stop: make(chan struct{})}
	if on {
		go t.loop()
	}
	return t
}

func (t *T) startMaybe(on bool) error {
	if !on {
		return nil
	}
	go t.loop()
	return nil
}

func NewIndirect(on bool) (*T, error) {
	t := &T{stop: make(chan struct{})}
	return t, t.startMaybe(on)
}

// What feeds the queue ends nothing.
type Fed struct {
	queue chan int
	quit  chan struct{}
}

func NewFed() *Fed { // want NewFed:"needs Stop"
	f := &Fed{queue: make(chan int), quit: make(chan struct{})}
	go f.run()
	return f
}

func (f *Fed) run() {
	for {
		select {
		case <-f.queue:
		case <-f.quit:
			return
		}
	}
}

func (f *Fed) Add(n int) { f.queue <- n }
func (f *Fed) Stop()     { close(f.quit) }

// Who calls Serve gets it back when serving has failed.
func (t *T) Serve(l net.Listener) error {
	go t.loop()
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go conn.Close()
	}
}

// The first connection only.
func (t *T) Once(l net.Listener) error { // want Once:"needs Stop or Close"
	conn, err := l.Accept()
	if err != nil {
		return err
	}
	go t.loop()
	return conn.Close()
}

// What is asked for something ends nothing, whoever else it wakes.
type Desk struct {
	ready  chan struct{}
	asking []chan int
}

func NewDesk() *Desk {
	d := &Desk{ready: make(chan struct{}, 1)}
	go d.serve()
	return d
}

func (d *Desk) serve() {
	for range d.ready {
		for _, c := range d.asking {
			c <- 1
		}
	}
}

func (d *Desk) Request() (int, error) {
	c := make(chan int)
	d.asking = append(d.asking, c)
	close(d.ready)
	return <-c, nil
}

// A handler of signals is there as long as the process is.
type Dump struct {
	asked chan os.Signal
	stop  chan struct{}
}

func NewDump() *Dump {
	d := &Dump{asked: make(chan os.Signal, 1), stop: make(chan struct{})}
	signal.Notify(d.asked, syscall.SIGUSR1)
	go d.run()
	return d
}

func (d *Dump) Stop() { close(d.stop) }

func (d *Dump) run() {
	for {
		select {
		case <-d.asked:
			println("state")
		case <-d.stop:
			return
		}
	}
}

// One method stops by way of another; one that starts again does not.
type Watcher struct {
	stop chan struct{}
	done chan struct{}
}

func NewWatcher() *Watcher { return &Watcher{stop: make(chan struct{}), done: make(chan struct{})} }

func (w *Watcher) Start(interval time.Duration) { // want Start:"needs Stop or Close"
	go func() {
		defer close(w.done)
		for {
			select {
			case <-time.After(interval):
			case <-w.stop:
				return
			}
		}
	}()
}

func (w *Watcher) Stop() error {
	select {
	case <-w.stop:
	default:
		close(w.stop)
	}
	<-w.done
	return nil
}

func (w *Watcher) Close() error {
	_ = w.Stop()
	return nil
}

func (w *Watcher) Restart() { // want Restart:"needs Stop or Close"
	_ = w.Stop()
	w.Start(time.Second)
}
