package uncancellablesleep

import (
	"context"
	"errors"
	"log"
	"math/rand/v2"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// The pause ends with the context.
func retryWithContext(ctx context.Context, attempts int) error {
	var err error
	for attempt := range attempts {
		if err = call(ctx); err == nil {
			return nil
		}
		if err := lifecycle.Sleep(ctx, time.Second<<attempt); err != nil {
			return err
		}
	}
	return err
}

// The same by hand.
func pollWithSelect(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Minute):
			_ = call(ctx)
		}
	}
}

// Not in a loop: it delays the end once.
func settle(ctx context.Context) error {
	time.Sleep(2 * time.Second)
	return call(ctx)
}

// No signal at hand; what ends this loop is not this check's question.
func forever() {
	for busy() {
		time.Sleep(time.Minute)
	}
}

// A context that never ends.
func detached() {
	ctx := context.Background()
	for call(ctx) != nil {
		time.Sleep(time.Minute)
	}
}

// Short, and the loop looks at its context in each round.
func spin(ctx context.Context) {
	for ctx.Err() == nil {
		if err := ctx.Err(); err != nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// The context has ended already: sleeping on it would not pause at all.
func after(ctx context.Context) {
	<-ctx.Done()
	for busy() {
		time.Sleep(2 * time.Second)
		log.Print(context.Cause(ctx))
	}
}

func inTheCase(ctx context.Context, work <-chan int) {
	for {
		select {
		case <-ctx.Done():
			for busy() {
				time.Sleep(2 * time.Second)
			}
			return
		case n := <-work:
			log.Print(n)
		}
	}
}

// The context belongs to one round of the loop.
func each(ctxs []context.Context) {
	for _, ctx := range ctxs {
		if call(ctx) != nil {
			time.Sleep(2 * time.Second)
		}
	}
}

// The enclosing function's context, which this function does not touch, may
// well end sooner than the goroutine should.
func start(ctx context.Context) error {
	go func() {
		for busy() {
			time.Sleep(2 * time.Second)
		}
	}()
	return call(ctx)
}

// The goroutine's loop has no way out at all: that is the thing to report.
func stuck() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		for {
			busy()
			time.Sleep(2 * time.Second)
		}
	}()
	_ = call(ctx)
}

// Another function's Sleep.
type fake struct{}

func (fake) Sleep(time.Duration) {}

func withFake(ctx context.Context, time_ fake) error {
	for call(ctx) == nil {
		time_.Sleep(time.Hour)
	}
	return errors.New("ended")
}

// A channel that carries values is no stop signal.
func values(results chan int) {
	for {
		select {
		case <-results:
			return
		default:
		}
		time.Sleep(2 * time.Second)
	}
}

// Begins far below the limit, and stays short.
func coalesce(quit chan struct{}) {
	pause := time.Millisecond
	for busy() {
		select {
		case <-quit:
			return
		default:
		}
		time.Sleep(pause)
		pause *= 2
	}
}

// A local context that may carry values and never end.
func accept(base func() context.Context, next func(context.Context) error) error {
	ctx := context.WithValue(base(), key{}, "server")
	for {
		if err := next(ctx); err != nil {
			time.Sleep(2 * time.Second)
			continue
		}
		return nil
	}
}

type key struct{}

// Nothing but the return of this function ends its context.
func probe(times int) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var err error
	for range times {
		if err = ask(ctx); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return err
}

func ask(ctx context.Context) error { return ctx.Err() }

// Nope. Nothing ends the context that this package calls it with.
func audit() error { return auditAll(context.Background()) }

func auditAll(ctx context.Context) error { return auditOne(ctx) }

func auditOne(ctx context.Context) error {
	for {
		err := ask(ctx)
		if err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
}

// The loop looks at a context that never ends, which another check reports.
func renew() {
	ctx := context.TODO()
	go func() {
		for {
			_ = ask(ctx)
			select {
			case <-ctx.Done():
				return
			default:
			}
			time.Sleep(5 * time.Second)
		}
	}()
}

// At most 20 ms.
func again(ctx context.Context) error {
	for {
		if err := ask(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Duration(int64(rand.IntN(20))) * time.Millisecond)
	}
}

// 600 ms in all.
func thrice(ctx context.Context) error {
	var err error
	for attempt := range 3 {
		if attempt > 0 {
			time.Sleep(time.Duration(100*attempt) * time.Millisecond)
		}
		if err = ask(ctx); err == nil {
			return nil
		}
	}
	return err
}

const attempts = 3

func upTo(ctx context.Context) error {
	var err error
	for i := 1; i <= attempts; i++ {
		if err = ask(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Duration(100*i) * time.Millisecond)
	}
	return err
}

// It keeps the program alive, until it is killed.
func park(parent context.Context) {
	ctx, cancel := context.WithCancel(parent)
	if ask(ctx) != nil {
		cancel()
	}
	for {
		time.Sleep(time.Minute)
	}
}

// A short pause is 100 ms at most.
func ensure(ctx context.Context) error {
	for {
		if err := ask(ctx); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// 600 ms in all, although nobody looks at the context in between.
func threePauses(ctx context.Context, try func() error) error {
	err := ask(ctx)
	for range 3 {
		if err = try(); err == nil {
			return nil
		}
		time.Sleep(200 * time.Millisecond)
	}
	return err
}

// What is deferred goes on when the work has ended.
func cleaned(ctx context.Context) {
	defer func() {
		for range 3 {
			if ask(ctx) == nil {
				return
			}
			time.Sleep(2 * time.Second)
		}
	}()
}

// Nobody has the cancel function before the loop has ended.
type server struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func newServer(try func() error) (*server, error) {
	ctx, cancel := context.WithCancel(context.Background())
	for i := 0; try() != nil; i++ {
		if i == 10 {
			cancel()
			return nil, errors.New("no cache")
		}
		time.Sleep(2 * time.Second)
	}
	return &server{ctx: ctx, cancel: cancel}, nil
}

var probeEvery = 500 * time.Millisecond

type options struct{ interval time.Duration }

const leastBetween = 100 * time.Millisecond

func untilNext(start time.Time) time.Duration {
	rest := leastBetween - time.Since(start)
	if rest > 0 {
		return rest + time.Duration(rand.Int64N(int64(20*time.Millisecond)))
	}
	return 0
}

// One pause, and out.
func settleDown(ctx context.Context, quiet func(context.Context) bool) error {
	for {
		if quiet(ctx) {
			if ctx.Value("slow") == nil {
				time.Sleep(5 * time.Second)
			}
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// All callers ask for short pauses.
func awaitServers(ctx context.Context, list func() []string) []string {
	return discovered(ctx, list, 50*time.Millisecond)
}

func discovered(ctx context.Context, list func() []string, interval time.Duration) (servers []string) {
	for range 100 {
		select {
		case <-ctx.Done():
			return nil
		default:
		}
		if servers = list(); len(servers) > 0 {
			break
		}
		time.Sleep(interval)
	}
	return servers
}

// TimeBetween may be set by others, but begins very short.
var TimeBetween = 10 * time.Microsecond

func eachSlowly(ctx context.Context, list []int, send func(context.Context, int)) {
	for _, n := range list {
		send(ctx, n)
		time.Sleep(TimeBetween)
	}
}
