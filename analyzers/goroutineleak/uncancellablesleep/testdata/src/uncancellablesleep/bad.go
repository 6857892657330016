package uncancellablesleep

import (
	"context"
	"errors"
	"log"
	"math/rand/v2"
	"os/signal"
	"syscall"
	clock "time"
)

func retry(ctx context.Context, attempts int) error {
	var err error
	for attempt := range attempts {
		if err = call(ctx); err == nil {
			return nil
		}
		clock.Sleep(clock.Second << attempt) // want `shutdown is delayed by clock\.Sleep in the loop at line \d+: it does not return when ctx is done \(goroutineleak/uncancellable-sleep\)`
	}
	return err
}

// More results, of every kind.
func load[T any](ctx context.Context, key string) (T, int, string, bool, *log.Logger, clock.Time, error) {
	for {
		v, err := fetch[T](ctx, key)
		if err == nil {
			return v, 1, "", true, nil, clock.Now(), nil
		}
		<-clock.After(backoff()) // want `shutdown is delayed by clock\.After in the loop at line \d+`
	}
}

// The loop looks at its context, but not while it sleeps.
func poll(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			log.Print("poller gone")
			return
		default:
		}
		_ = call(ctx)
		clock.Sleep(5 * clock.Second) // want `shutdown is delayed by clock\.Sleep in the loop at line \d+`
	}
}

// The way out that the loop has elsewhere is the way out here.
func drain(ctx context.Context) error {
	for busy() {
		if ctx.Err() != nil {
			return errors.New("gave up")
		}
		clock.Sleep(2 * clock.Second) // want `clock.Sleep in the loop at line 51`
	}
	return nil
}

// A variable of the header is not visible at the pause.
func check(ctx context.Context) (n int, err error) {
	for ; n < 100; n++ {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		clock.Sleep(clock.Minute) // want `clock.Sleep in the loop at line 62`
	}
	return n, nil
}

type worker struct {
	ctx  context.Context
	stop chan struct{}
	quit <-chan struct{}
}

// A stop channel in a field.
func (w *worker) run() {
	for {
		select {
		case <-w.stop:
			return
		default:
		}
		if call(w.ctx) != nil {
			clock.Sleep(backoff()) // want `shutdown is delayed by clock\.Sleep in the loop at line \d+`
			continue
		}
	}
}

// A context in a field, and a label.
func (w *worker) loop() {
outer:
	for {
		for range 10 {
			select {
			case <-w.ctx.Done():
				break outer
			default:
			}
			clock.Sleep(clock.Minute) // want `shutdown is delayed by clock\.Sleep in the loop at line \d+`
		}
	}
	log.Print("done")
}

// More than the jump happens on the way out: the loop sees to that itself.
func (w *worker) tidy() {
	for {
		select {
		case <-w.quit:
			log.Print("quit")
			return
		default:
			_ = call(w.ctx)
		}
		if busy() {
			clock.Sleep(2 * clock.Second) // want `shutdown is delayed by clock\.Sleep in the loop at line \d+`
		}
	}
}

// A context from a signal is in scope of the goroutine.
func main_() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for busy() {
			clock.Sleep(clock.Duration(rand.IntN(10)) * clock.Second) // want `shutdown is delayed by clock\.Sleep in the loop at line \d+`
		}
	}()
	<-ctx.Done()
	<-done
}

// What follows the loop is to happen anyway.
func wait(ctx context.Context) {
	for range 10 {
		if !busy() {
			break
		}
		clock.Sleep(clock.Second) // want `clock.Sleep in the loop at line 141`
	}
	log.Print("waited")
}

func call(ctx context.Context) error { return ctx.Err() }

func fetch[T any](ctx context.Context, key string) (v T, err error) { return v, ctx.Err() }

func backoff() clock.Duration { return clock.Duration(rand.Int64N(int64(clock.Minute))) }

func busy() bool { return rand.IntN(2) == 0 }

// The last pauses are longer than a second.
func tenTimes(ctx context.Context) error {
	var err error
	for i := 0; i < 10; i++ {
		if err = call(ctx); err == nil {
			return nil
		}
		clock.Sleep(clock.Duration(200*i) * clock.Millisecond) // want `clock.Sleep in the loop at line 161`
	}
	return err
}

var (
	probeEvery2 = 5 * clock.Second
	probeEvery3 = clock.Millisecond
)

func setProbe(d clock.Duration) { probeEvery3 = d }

func probe2(stop <-chan struct{}, check func()) {
	for {
		select {
		case <-stop:
			return
		default:
			start := clock.Now()
			check()
			clock.Sleep(probeEvery2 - clock.Since(start)) // want `clock.Sleep in the loop at line \d+`
			clock.Sleep(probeEvery3)                      // want `clock.Sleep in the loop at line \d+`
		}
	}
}

// It grows to more than a second.
func pending(ctx context.Context, ask func(context.Context) (bool, error)) error {
	pause := 200 * clock.Millisecond
	for {
		if done, err := ask(ctx); done || err != nil {
			return err
		}
		clock.Sleep(pause) // want `clock.Sleep in the loop at line \d+`
		pause = min(2*pause, 10*clock.Second)
	}
}

// It is cut at ten seconds, or at a second before it doubles.
func acceptLong(ctx context.Context, next func(context.Context) error) {
	const most = 10 * clock.Second
	var pause clock.Duration
	for ctx.Err() == nil {
		if next(ctx) == nil {
			pause = 0
			continue
		}
		pause = 2*pause + clock.Millisecond
		if pause > most {
			pause = most
		}
		clock.Sleep(pause) // want `clock.Sleep in the loop at line \d+`
		if pause > clock.Second {
			pause = clock.Second
		}
		pause *= 2
		clock.Sleep(pause) // want `clock.Sleep in the loop at line \d+`
	}
}

// Until a moment that somebody else names.
func window(ctx context.Context, end clock.Time, poll func(context.Context)) {
	for ctx.Err() == nil {
		poll(ctx)
		clock.Sleep(clock.Until(end)) // want `clock.Sleep in the loop at line \d+`
	}
}

// It is set back before the loop, and grows in it.
func growing(ctx context.Context, first clock.Duration, poll func(context.Context)) {
	if first > clock.Second {
		first = clock.Second
	}
	for ctx.Err() == nil {
		poll(ctx)
		clock.Sleep(first) // want `clock.Sleep in the loop at line \d+`
		first *= 2
	}
}

// Pause begins long.
var Pause = clock.Second

func paced(ctx context.Context, poll func(context.Context)) {
	for range 10 {
		poll(ctx)
		clock.Sleep(Pause) // want `clock.Sleep in the loop at line \d+`
	}
}
