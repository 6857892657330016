package use

import (
	"context"
	"log/slog"
	"time"

	"dep"
)

func ignores(ctx context.Context) {} // want "idle"

func blank(_ context.Context) {} // want "idle"

func logs(ctx context.Context) { slog.InfoContext(ctx, "x") } // want "idle"

func imported(ctx context.Context) { _ = dep.Values(ctx) } // want "idle"

func derived(ctx context.Context) { // want "idle"
	tagged := context.WithValue(ctx, "a", 1)
	slog.InfoContext(tagged, "x")
}

func detaches(ctx context.Context) { // want "idle"
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	dep.Waits(ctx)
}

func importedSoon(ctx context.Context) { dep.Soon(ctx) } // want "bounded"

func waitsFirst(ctx context.Context) {
	<-ctx.Done()
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	<-ctx.Done()
}

func derivedWaits(ctx context.Context) {
	tagged := context.WithValue(ctx, "a", 1)
	dep.Waits(tagged)
}

func nested(ctx context.Context) { dep.Waits(context.WithValue(ctx, "a", 1)) }

func value(ctx context.Context, f func(context.Context)) { f(ctx) }

func method(ctx context.Context, c interface{ Do(context.Context) }) { c.Do(ctx) }

// Functions that call each other are not known.
func ping(ctx context.Context, n int) {
	if n > 0 {
		pong(ctx, n-1)
	}
}

func pong(ctx context.Context, n int) {
	if n > 0 {
		ping(ctx, n-1)
	}
}

var global context.Context

func stores(ctx context.Context) { global = ctx } // want "kept"

func starts(ctx context.Context) { go dep.Waits(ctx) } // want "kept"

func startsHere(ctx context.Context) { starts(ctx) } // want "kept"

// The goroutine is waited for: the context is that of the call.
func joined(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		dep.Waits(ctx)
	}()
	<-done
}

// What takes a context as any value does not wait for it.
func print(args ...any) {} // want "idle"

func printed(ctx context.Context) { print(ctx, "x") } // want "idle"

type logger interface {
	Info(ctx context.Context, msg string, args ...any) // want "idle"
	Flush(ctx context.Context, args ...any) error
}

func logged(ctx context.Context, l logger) { l.Info(ctx, "x") } // want "idle"

func flushed(ctx context.Context, l logger) { l.Flush(ctx) }

func asks(ctx context.Context) bool { return ctx.Err() == nil } // want "idle"

func asksAgain(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(time.Second)
	}
}

func pauses(ctx context.Context, d time.Duration) { // want "bounded"
	timer := time.NewTimer(d)
	select {
	case <-ctx.Done():
		if !timer.Stop() {
			<-timer.C
		}
	case <-timer.C:
	}
}

func pausesAgain(ctx context.Context, d time.Duration) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(d):
		}
	}
}

func waitsInCase(ctx context.Context, c chan int) {
	select {
	case <-c:
		<-ctx.Done()
	case <-time.After(time.Second):
	}
}

var again = dep.Get

func replaceable(ctx context.Context) { again(ctx) } // want "idle"

func replaceableElsewhere(ctx context.Context) { dep.Get(ctx) } // want "idle"

func replaceableWait(ctx context.Context) { dep.Wait(ctx) }

var computed = func(ctx context.Context) { <-ctx.Done() }

func unknown(ctx context.Context) { computed(ctx) }

type reader func() error

func (r reader) Close() error { return nil }

func open(ctx context.Context) reader { // want "kept"
	return makeReader(func() error { <-ctx.Done(); return ctx.Err() })
}

func makeReader(next func() error) reader { return next } // want "idle"

func retried(ctx context.Context) error {
	return retry(func() error { <-ctx.Done(); return ctx.Err() })
}

func retry(try func() error) error { return try() } // want "idle"

// An event that a full queue does not hold up.
func offers(ctx context.Context, events chan int) { // want "idle"
	select {
	case events <- 1:
	case <-ctx.Done():
	default:
	}
}

// Asked again and again, it is what a loop waits for.
func polls(ctx context.Context, events chan int) {
	for {
		select {
		case <-ctx.Done():
			return
		default:
		}
	}
}

// What writes down what has happened returns nothing.
func auditRequest(ctx context.Context) { dep.Waits(ctx) } // want "idle"

func tellf(ctx context.Context, format string, values ...any) { dep.Waits(ctx) } // want "idle"

func tell(ctx context.Context, f func(context.Context, error, string, ...any)) { f(ctx, nil, "x") } // want "idle"

func notify(ctx context.Context, onDone func(context.Context, string)) { onDone(ctx, "x") } // want "idle"

func askFor(ctx context.Context, f func(context.Context, string) error) { _ = f(ctx, "x") }

func tellInts(ctx context.Context, format string, values ...int) { dep.Waits(ctx) }

// What is behind the method of an interface is known where the interface is declared.
func present(ctx context.Context, t dep.Tree) bool { return t.Present(ctx, 1) } // want "idle"

func stored(ctx context.Context, s dep.Store) bool { return s.Stored(ctx, 1) }

func mixed(ctx context.Context, m dep.Mixed) bool { return m.Has(ctx, 1) }

// What a test has behind an interface tells nothing.
type resolver interface {
	resolve(ctx context.Context, name string) (bool, error)
}

// What is generated, as mocks are, tells nothing either.
type finder interface {
	find(ctx context.Context, name string) (bool, error)
}

// An upload holds the context while it runs.
type upload struct {
	ctx  context.Context
	done bool
}

func (u *upload) run() error { <-u.ctx.Done(); return u.ctx.Err() }

func runs(ctx context.Context) error {
	u := upload{ctx: ctx}
	u.done = false
	set(&u.done)
	return u.run()
}

func timed(ctx context.Context) {
	end := timer(ctx)
	defer end()
	dep.Waits(ctx)
}

func timer(ctx context.Context) func() {
	return func() { <-ctx.Done() }
}

func derives(ctx context.Context) error {
	ctx = labeled(ctx)
	dep.Waits(ctx)
	return nil
}

func labeled(ctx context.Context) context.Context {
	return context.WithValue(ctx, "label", 1)
}

func runsBehind(ctx context.Context) { // want "kept"
	u := upload{ctx: ctx}
	go u.run()
}

func handsOut(ctx context.Context) *upload { // want "kept"
	u := upload{ctx: ctx}
	return &u
}

func handsOn(ctx context.Context) error { // want "kept"
	u := upload{ctx: ctx}
	remember(&u)
	return nil
}

func set(done *bool) { *done = true } // want "idle"

func remember(u *upload) {} // want "idle"

func handsOutMethod(ctx context.Context) func() error { // want "kept"
	u := &upload{ctx: ctx}
	return u.run
}
