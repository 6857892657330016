package noexit

import (
	"context"
	"log"
	"os"
	"sync"
	"time"

	"github.com/oklog/run"
	"golang.org/x/sync/errgroup"
)

func leak(interval time.Duration) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped: its loop has no return, no break and no case that leaves it \(goroutineleak/no-exit\)`
			sweep()
			time.Sleep(interval)
		}
	}()
}

// The context of the starting function is at hand.
func poll(ctx context.Context) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			if err := fetch(ctx); err != nil {
				log.Print(err)
				continue
			}
			time.Sleep(5 * time.Second)
		}
	}()
}

// A select without a case that leaves.
type queue struct {
	in     chan string
	ticker *time.Ticker
	seen   map[string]int
}

func (q *queue) Start() {
	go q.run()
}

// It stops the ticks, and the loop goes on waiting.
func (q *queue) Stop() { q.ticker.Stop() }

func (q *queue) run() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		select {
		case s := <-q.in:
			q.seen[s]++
		case <-q.ticker.C:
			clear(q.seen)
		}
	}
}

// The loop is in a callee, reached through a local function value.
func nested() {
	work := func() {
		forever()
		log.Print("never here")
	}
	go work()
}

func forever() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		<-time.After(time.Second)
		takeAway()
	}
}

// break leaves the select, not the loop.
func wrongBreak(ctx context.Context, in <-chan int) {
	var wg sync.WaitGroup
	wg.Go(func() {
		for { // want `goroutine started at line \d+ cannot be stopped: the break at line \d+ leaves the select, not the loop`
			select {
			case <-ctx.Done():
				break
			case <-in:
				sweep()
			}
		}
	})
	wg.Wait()
}

// A generic type, a method value, and a result that is never given.
type cache[K comparable, V any] struct {
	mu     sync.Mutex
	values map[K]V
	swept  chan int
}

func newCache[K comparable, V any]() *cache[K, V] {
	c := &cache[K, V]{values: make(map[K]V), swept: make(chan int, 1)}
	go c.expire()
	return c
}

func (c *cache[K, V]) Close() { clear(c.values) }

func (c *cache[K, V]) expire() error {
	for n := 0; ; n++ { // want `goroutine started at line \d+ cannot be stopped`
		c.mu.Lock()
		clear(c.values)
		c.mu.Unlock()
		c.swept <- n
	}
}

// Groups start goroutines as well; the results make no difference.
func groups(ctx context.Context, q *queue) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		for { // want `goroutine started at line \d+ cannot be stopped`
			select {
			case s := <-q.in:
				q.seen[s]++
			case <-q.ticker.C:
				clear(q.seen)
			}
		}
	})
	var actors run.Group
	actors.Add(q.forever, func(error) {})
	return g.Wait()
}

func (q *queue) forever() error {
	for { // want `goroutine started at line \d+ cannot be stopped`
		q.seen[<-q.in]++
	}
}

func sweep() { os.Remove("stale") }

func fetch(ctx context.Context) error { return ctx.Err() }

// What is told a string may do something with it.
type store interface{ Expire(context.Context, string) }

func expiring(s store) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			time.Sleep(time.Minute)
			s.Expire(context.Background(), "sessions")
		}
	}()
}

// What the method hands out is a stream.
type producer interface{ Errors() <-chan error }

func handleErrors(p producer) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			err := <-p.Errors()
			if err != nil {
				sweep()
				_ = fetch(context.Background())
			}
		}
	}()
}

// The break leaves the select only: when the input is closed, the loop spins.
type batches struct {
	in   chan int
	out  chan []int
	kept []int
	tick *time.Ticker
}

func newBatches() *batches {
	b := &batches{in: make(chan int), out: make(chan []int, 1), tick: time.NewTicker(time.Second)}
	go b.run()
	return b
}

func (b *batches) run() {
	defer close(b.out)
	for { // want `goroutine started at line`
		select {
		case n, ok := <-b.in:
			if !ok {
				break
			}
			b.kept = append(b.kept, n)
		case <-b.tick.C:
			b.out <- b.kept
			b.kept = nil
		}
	}
}

// The case of the end is empty: from then on, the loop spins.
func collect(ctx context.Context) {
	go func() {
		tick := time.Tick(time.Minute)
		for { // want `goroutine started at line \d+ cannot be stopped`
			select {
			case <-ctx.Done():
			case <-tick:
				sweep()
			}
		}
	}()
}

// Once for each of them is not once for all.
type flusher struct {
	started sync.Once
	pending map[string]int
}

func (f *flusher) add(name string) {
	f.started.Do(func() {
		go func() {
			for { // want `goroutine started at line \d+ cannot be stopped`
				time.Sleep(time.Second)
				if err := fetch(context.Background()); err == nil {
					os.WriteFile("pending", nil, 0o600)
				}
			}
		}()
	})
	f.pending[name]++
}

// The values do not matter, the context is at hand.
func discard(ctx context.Context, in <-chan int) {
	go func() {
		n := 0
		for { // want `goroutine started at line \d+ cannot be stopped`
			<-in
			n++
		}
	}()
}

var seen sync.Map

// Housekeeping of the package, and it is started for each.
func InitAll(names []string) {
	for range names {
		go forgetSoon()
	}
}

func forgetSoon() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		time.Sleep(time.Second)
		seen.Clear()
	}
}

// It works for nobody who could say that one of it is enough.
func every(d time.Duration, f func()) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			f()
			time.Sleep(d)
		}
	}()
}

// The end comes as a flag, and the break leaves the select.
type decoder struct {
	quit chan bool
	in   chan int
}

func (d decoder) start() {
	go func() {
		for { // want `the break at line \d+ leaves the select, not the loop`
			select {
			case <-d.quit:
				break
			case <-d.in:
				sweep()
			}
		}
	}()
}

func (d decoder) stop() { d.quit <- true }

// The starter waits for the end, which the goroutine tells, and goes on.
type feed struct {
	in  chan any
	out chan any
}

func (f *feed) Close() {}

func (f *feed) listen() error {
	done := make(chan error, 1)
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			switch v := (<-f.in).(type) {
			case error:
				done <- v
			default:
				f.out <- v
			}
		}
	}()
	return <-done
}

// The break leaves the inner loop.
func innerBreak(interval time.Duration, most int) {
	go func() {
		for { // want `cannot be stopped: its loop has no return, and no break in it leaves it`
			for i := 0; ; i++ {
				if i == most {
					break
				}
				sweep()
			}
			time.Sleep(interval)
		}
	}()
}
