package blockedsend

import (
	"context"
	"errors"
	"os"
	"time"
)

func callWithTimeout(ctx context.Context) error {
	done := make(chan error)
	go func() {
		done <- work() // want `send on done blocks forever when callWithTimeout returns at line \d+ without receiving \(goroutineleak/blocked-send\)`
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A timer instead of a context, and no return statement.
func timer() {
	result := make(chan int, 0)
	go func() {
		defer close(result)
		result <- 1 // want `send on result blocks forever when timer returns at line \d+ without receiving`
	}()
	select {
	case <-result:
	case <-time.After(time.Second):
		println("late")
	}
}

// A return between the start and the receive.
func early(err error) error {
	errc := make(chan error)
	go func() { errc <- work() }() // want `send on errc blocks forever when early returns at line \d+ without receiving`
	if err != nil {
		return err
	}
	return <-errc
}

// One receive for all of them.
func first(items []string) int {
	results := make(chan int)
	for _, item := range items {
		go func() { results <- len(item) }() // want `send on results blocks forever when first returns at line \d+ before it has received all values`
	}
	return <-results
}

// The loop over the results leaves at the first error.
func all(n int) error {
	errs := make(chan error)
	for i := 0; i < n; i++ {
		go func() {
			errs <- work() // want `send on errs blocks forever when all returns at line \d+ before it has received all values`
		}()
	}
	for range n {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// Two sends on one path.
func twice(ctx context.Context) error {
	reply := make(chan error)
	go func() {
		err := work()
		if err != nil {
			reply <- err
		}
		reply <- nil // want `send on reply blocks forever when twice returns at line \d+ before it has received all values`
	}()
	return <-reply
}

// A named function, the channel as its argument.
func named(ctx context.Context) (int, error) {
	ch := make(chan int)
	go produce(ch)
	select {
	case n := <-ch:
		return n, nil
	case <-ctx.Done():
	}
	return 0, errors.New("too late")
}

func produce(out chan<- int) {
	out <- 1 // want `send on out blocks forever when named returns at line \d+ without receiving`
}

// The error is sent bare, next to a send that can give up.
func fetch(ctx context.Context, urls []string) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pages := make(chan string)
	errc := make(chan error)
	for _, url := range urls {
		go func() {
			page, err := get(url)
			if err != nil {
				errc <- err // want `send on errc blocks forever when fetch returns at line \d+ before it has received all values`
				return
			}
			select {
			case pages <- page:
			case <-ctx.Done():
			}
		}()
	}
	select {
	case page := <-pages:
		return page, nil
	case err := <-errc:
		return "", err
	}
}

// The channel is returned, and its reader stops reading.
func numbers(ctx context.Context, n int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := range n {
			out <- i // want `send on out blocks forever when search returns at line \d+ before it has received all values`
		}
	}()
	return out
}

func search(ctx context.Context, wanted int) bool {
	for n := range numbers(ctx, 100) {
		if n == wanted {
			return true
		}
	}
	return false
}

// The channel travels in a request.
type request struct {
	key   string
	reply chan string
}

type store struct {
	requests chan request
	values   map[string]string
}

func newStore(ctx context.Context) *store {
	s := &store{requests: make(chan request), values: make(map[string]string)}
	go s.serve(ctx)
	return s
}

func (s *store) serve(ctx context.Context) {
	for {
		select {
		case r := <-s.requests:
			r.reply <- s.values[r.key] // want `send on r\.reply blocks forever when Get returns at line \d+ without receiving`
		case <-ctx.Done():
			return
		}
	}
}

func (s *store) Get(ctx context.Context, key string) (string, error) {
	r := request{key: key, reply: make(chan string)}
	select {
	case s.requests <- r:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	select {
	case v := <-r.reply:
		return v, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// A new channel in each round.
func rounds(ctx context.Context) {
	for range 10 {
		pong := make(chan struct{})
		go func() { pong <- struct{}{} }() // want `send on pong blocks forever when the loop at line \d+ continues without receiving`
		select {
		case <-pong:
		case <-time.After(time.Second):
		}
	}
}

// Two goroutines, one is waited for.
func race() int {
	ch := make(chan int)
	go func() { ch <- 1 }()
	go func() { ch <- 2 }() // want `send on ch blocks forever when race returns at line \d+ before it has received all values`
	return <-ch
}

// In a generic function.
func async[T any](ctx context.Context, fn func() T) (v T, err error) {
	c := make(chan T)
	go func() { c <- fn() }() // want `send on c blocks forever when async returns at line \d+ without receiving`
	select {
	case v = <-c:
	case <-ctx.Done():
		err = ctx.Err()
	}
	return
}

// The only reader of a field leaves for its context; the worker does not know.
type dispatcher struct {
	jobs    chan string
	results chan int
}

func newDispatcher(ctx context.Context) *dispatcher {
	d := &dispatcher{jobs: make(chan string, 8), results: make(chan int)}
	go d.worker()
	go d.collect(ctx)
	return d
}

func (d *dispatcher) worker() {
	for job := range d.jobs {
		d.results <- len(job) // want `send on d\.results blocks forever after collect, its receiver, leaves the loop at line \d+`
	}
}

func (d *dispatcher) collect(ctx context.Context) {
	total := 0
	for {
		select {
		case n := <-d.results:
			total += n
		case <-ctx.Done():
			println(total)
			return
		}
	}
}

func work() error { return os.ErrNotExist }

func get(url string) (string, error) { return url, nil }

// How many there are is not known here, and nothing follows the send.
func sendAll(ctx context.Context, next func() func() error) error {
	failed := make(chan error)
	count := 0
	for send := next(); send != nil; send = next() {
		count++
		go func() {
			err := send()
			failed <- err // want `send on failed blocks forever when sendAll returns at line \d+ before it has received all values`
		}()
	}
	for range count {
		select {
		case err := <-failed:
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// The flag is not set by the send.
func forgets(ctx context.Context, results <-chan error, n int) error {
	first := make(chan error)
	go func() {
		var failed bool
		for range n {
			err := <-results
			if err != nil {
				failed = true
			} else if !failed {
				first <- nil // want `send on first blocks forever when forgets returns at line \d+ before it has received all values`
			}
		}
	}()
	return <-first
}
