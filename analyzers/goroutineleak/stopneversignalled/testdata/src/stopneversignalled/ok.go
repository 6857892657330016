package stopneversignalled

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Stop closes the channel.
type stoppable struct {
	stop chan struct{}
	once sync.Once
}

func newStoppable() *stoppable {
	s := &stoppable{stop: make(chan struct{})}
	go s.loop()
	return s
}

func (s *stoppable) loop() {
	for {
		select {
		case <-s.stop:
			return
		case <-time.After(time.Second):
			work()
		}
	}
}

func (s *stoppable) Stop() { s.once.Do(func() { close(s.stop) }) }

// A helper closes what it is given; the channel travels through a local.
type helped struct{ quit chan struct{} }

func (h *helped) start() {
	quit := make(chan struct{})
	h.quit = quit
	go func() {
		<-quit
	}()
}

func (h *helped) end() { finish(h.quit) }

func finish(c chan<- struct{}) { close(c) }

// Others can close an exported field, and what an exported function gets.
type Open struct{ Stop chan struct{} }

func NewOpen() *Open {
	o := &Open{Stop: make(chan struct{})}
	go func() { <-o.Stop }()
	return o
}

func Watch(stop chan struct{}) {
	go func() { <-stop }()
}

// Signals come from elsewhere.
func onInterrupt() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	go func() {
		<-c
		work()
	}()
}

// The channel is in a registry: whoever finds it there may close it.
var stops []chan struct{}

func register() {
	stop := make(chan struct{})
	stops = append(stops, stop)
	go func() { <-stop }()
}

// The cancel function is called, handed on or returned.
type running struct{ cancel context.CancelFunc }

func (r *running) start() {
	ctx, cancel := context.WithCancel(context.Background())
	r.cancel = cancel
	go func() { <-ctx.Done() }()
}

func (r *running) Close() { r.cancel() }

func started() context.CancelFunc {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-ctx.Done() }()
	return cancel
}

func stopped() { started()() }

// Ends by itself, or with the caller's context.
func bounded(parent context.Context) {
	ctx, _ := context.WithTimeout(context.Background(), time.Second)
	go func() { <-ctx.Done() }()
	child, _ := context.WithCancel(parent)
	go func() { <-child.Done() }()
}

// A flag that is set, through its address or by a swap.
type switched struct {
	off    bool
	closed atomic.Bool
	old    int32
}

func (s *switched) start() {
	go func() {
		for !s.off {
			work()
		}
	}()
	go func() {
		for !s.closed.Load() {
			work()
		}
	}()
	go func() {
		for atomic.LoadInt32(&s.old) == 0 {
			work()
		}
	}()
}

func (s *switched) stop() {
	flip(&s.off)
	s.closed.CompareAndSwap(false, true)
	atomic.StoreInt32(&s.old, 1)
}

func flip(b *bool) { *b = true }

// A queue: whether anybody closes it is another check's question.
func queue() chan<- int {
	c := make(chan int)
	go func() {
		for range c {
			work()
		}
	}()
	go func() { c <- 1 }()
	return nil
}

// The channel is nil when there is no timeout: the case is disabled.
func timeout(d time.Duration) {
	var expired <-chan time.Time
	if d > 0 {
		expired = time.After(d)
	}
	go func() { <-expired }()
}

// A closure that is kept in a field closes it.
type handle struct{ end func() }

func newHandle() *handle {
	c := make(chan struct{})
	go func() { <-c }()
	return &handle{end: func() { close(c) }}
}

// A method value that is handed on closes it.
type armed struct{ stop chan struct{} }

func newArmed() *armed {
	a := &armed{stop: make(chan struct{})}
	go func() { <-a.stop }()
	time.AfterFunc(time.Minute, a.expire)
	return a
}

func (a *armed) expire() { close(a.stop) }

// The group ends its context when one of its functions fails.
func group() error {
	g, ctx := errgroup.WithContext(context.Background())
	g.Go(func() error {
		<-ctx.Done()
		return ctx.Err()
	})
	return g.Wait()
}

// The condition is signalled by another method.
type inbox struct {
	mu      sync.Mutex
	n       int
	arrived *sync.Cond
}

func newInbox() *inbox {
	i := &inbox{}
	i.arrived = sync.NewCond(&i.mu)
	return i
}

func (i *inbox) wait() {
	i.arrived.L.Lock()
	for i.n == 0 {
		i.arrived.Wait()
	}
	i.arrived.L.Unlock()
}

func (i *inbox) put() {
	i.n++
	i.arrived.Signal()
}

// A copy of the pointer signals.
type copied struct {
	mu   sync.Mutex
	n    int
	cond *sync.Cond
}

func (c *copied) wait() {
	for c.n == 0 {
		c.cond.Wait()
	}
}

func (c *copied) init() { c.cond = sync.NewCond(&c.mu) }

func (c *copied) put() {
	cond := c.cond
	c.n = 1
	cond.Broadcast()
}

// A method value signals.
type expiring struct {
	mu   sync.Mutex
	over bool
	cond *sync.Cond
}

func newExpiring() *expiring {
	e := &expiring{}
	e.cond = sync.NewCond(&e.mu)
	time.AfterFunc(time.Minute, e.cond.Broadcast)
	return e
}

func (e *expiring) wait() {
	for !e.over {
		e.cond.Wait()
	}
}

// The condition comes from somewhere else, which can signal it.
type borrowed struct{ cond *sync.Cond }

func newBorrowed(cond *sync.Cond) *borrowed { return &borrowed{cond} }

func (b *borrowed) wait() { b.cond.Wait() }

func waitOn(cond *sync.Cond) { cond.Wait() }

// A root context where the goroutine starts: what is wrong is there.
func rooted() {
	go until(context.Background())
}

func until(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
			work()
		}
	}
}
