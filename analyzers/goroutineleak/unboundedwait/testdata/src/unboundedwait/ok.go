package unboundedwait

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// Bounded by the context.
type bounded struct {
	stop, done chan struct{}
	wg         sync.WaitGroup
}

func (b *bounded) Start() {
	b.wg.Go(func() {
		<-b.stop
		http.Get("http://example.com")
	})
	go func() {
		defer close(b.done)
		<-b.stop
		http.Get("http://example.com")
	}()
}

func (b *bounded) Stop(ctx context.Context) error {
	close(b.stop)
	select {
	case <-b.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Bounded by a timer, the wait in a goroutine of its own.
func (b *bounded) Close() {
	close(b.stop)
	gone := make(chan struct{})
	go func() {
		b.wg.Wait()
		close(gone)
	}()
	select {
	case <-gone:
	case <-time.After(time.Second):
	}
}

// The goroutine only waits for what stops it: it ends at once.
type quick struct{ stop, done chan struct{} }

func (q *quick) Start() {
	go func() {
		defer close(q.done)
		for {
			select {
			case <-q.stop:
				return
			case <-time.After(time.Second):
				println("tick")
			}
		}
	}()
}

func (q *quick) Stop() {
	close(q.stop)
	<-q.done
}

// Nobody is asked to stop: the work is waited for.
type batch struct{ wg sync.WaitGroup }

func (b *batch) Run(ctx context.Context) {
	b.wg.Go(func() { http.Get("http://example.com") })
	b.wg.Wait()
}

// The group is a local variable: work of this call.
func fanOut(ctx context.Context, urls []string) {
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for _, url := range urls {
		wg.Go(func() { http.Get(url) })
	}
	close(stop)
	wg.Wait()
}

// The request has a context, which the stop cancels.
type cancelled struct {
	cancel context.CancelFunc
	done   chan struct{}
}

func (c *cancelled) Start() {
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	go func() {
		defer close(c.done)
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://example.com", nil)
		http.DefaultClient.Do(req)
	}()
}

func (c *cancelled) Stop() {
	c.cancel()
	<-c.done
}

// What runs in the goroutine is a function value, and the only slow one among
// them is handed in by a test.
type runner struct {
	stop, done chan struct{}
	work       func()
}

func newRunner(work func()) *runner {
	r := &runner{stop: make(chan struct{}), done: make(chan struct{}), work: work}
	go r.loop()
	return r
}

func (r *runner) loop() {
	defer close(r.done)
	for {
		select {
		case <-r.stop:
			return
		default:
			r.work()
		}
	}
}

func (r *runner) Stop() {
	close(r.stop)
	<-r.done
}

var _ = newRunner(func() {})

// A producer of its own starts the goroutines that it waits for.
type piece struct{ done chan struct{} }

func fetchAll(ctx context.Context, urls []string) {
	ctx, cancel := context.WithCancel(ctx)
	pieces := make(chan *piece, len(urls))
	go func() {
		defer close(pieces)
		for range urls {
			p := &piece{make(chan struct{})}
			go func() {
				<-ctx.Done()
				close(p.done)
			}()
			pieces <- p
		}
	}()
	cancel()
	for p := range pieces {
		<-p.done
	}
}

// The context is how long it runs, and has ended where it waits.
type requeuer struct {
	stop  chan struct{}
	queue chan int
	wg    sync.WaitGroup
}

func newRequeuer() *requeuer {
	r := &requeuer{stop: make(chan struct{}), queue: make(chan int)}
	r.wg.Go(r.retry)
	return r
}

func (r *requeuer) retry() {
	for n := 0; ; n++ {
		select {
		case <-r.stop:
			return
		case r.queue <- n:
		}
	}
}

func (r *requeuer) Run(ctx context.Context) {
	<-ctx.Done()
	close(r.stop)
	r.wg.Wait()
	close(r.queue)
}

// So it is behind a loop that goes on until the context ends.
func (r *requeuer) Operate(ctx context.Context, round func(context.Context) error) {
	for {
		if err := round(ctx); err != nil {
			break
		}
	}
	close(r.stop)
	r.wg.Wait()
	close(r.queue)
}

// What is closed before the loop tells that it has begun.
func (r *requeuer) receive(ctx context.Context, begun chan<- struct{}, messages <-chan chan<- error) {
	close(begun)
	for reply := range messages {
		if ctx.Err() != nil {
			r.wg.Wait()
			reply <- ctx.Err()
		}
	}
}

// A helper has waited with a limit; what is left after that is the end of a call
// that has just been cancelled.
type deliverer struct {
	cancel context.CancelFunc
	done   chan struct{}
}

func newDeliverer(send func(context.Context) error) *deliverer {
	ctx, cancel := context.WithCancel(context.Background())
	d := &deliverer{cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(d.done)
		for send(ctx) == nil {
		}
	}()
	return d
}

func (d *deliverer) Close(ctx context.Context) {
	d.drain(ctx)
	d.cancel()
	<-d.done
}

func (d *deliverer) drain(ctx context.Context) {
	select {
	case <-d.done:
	case <-ctx.Done():
	}
}

// It starts the workers itself, and waits until what it has given them is done.
type verifier struct {
	queue chan func()
	wg    sync.WaitGroup
}

func (v *verifier) inParallel(ctx context.Context, enqueue func(chan<- func()) error) error {
	v.queue = make(chan func(), 16)
	for range 4 {
		v.wg.Add(1)
		go func() {
			defer v.wg.Done()
			for work := range v.queue {
				if ctx.Err() == nil {
					work()
				}
			}
		}()
	}
	err := enqueue(v.queue)
	close(v.queue)
	v.wg.Wait()
	return err
}

// What is kept alive for a lease ends as soon as it is told to.
type lease struct {
	stop   context.CancelFunc
	wg     sync.WaitGroup
	extend func(context.Context) error
}

func newLease(extend func(context.Context) error) *lease {
	ctx, cancel := context.WithCancel(context.Background())
	l := &lease{stop: cancel, extend: extend}
	l.wg.Add(1)
	go func() {
		defer l.wg.Done()
		for ctx.Err() == nil {
			_ = l.extend(ctx)
		}
	}()
	return l
}

func (l *lease) Release(ctx context.Context) error {
	l.stop()
	l.wg.Wait()
	return l.extend(ctx)
}
