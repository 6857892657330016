package uncancellablesleep

import (
	"context"
	"math/rand/v2"
	"time"
)

func quick(ctx context.Context) error {
	const pause = 250 * time.Millisecond
	every := pause
	for busy() {
		if err := call(ctx); err != nil {
			return err
		}
		time.Sleep(every) // want `time.Sleep in the loop at line \d+`
	}
	return nil
}

// Less than a second, in a loop that looks at its context.
func jittered(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		default:
		}
		_ = ask(ctx)
		time.Sleep(time.Duration(rand.Float32() * float32(time.Second))) // want `time.Sleep in the loop at line \d+`
	}
}

// Less than a second.
func spread(ctx context.Context) error {
	for {
		if err := ask(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Duration(rand.Int64N(int64(time.Second)))) // want `time.Sleep in the loop at line \d+`
	}
}

// What gives back a lock may go on when the work has ended, going by its name.
func unlockAll(ctx context.Context) {
	for ask(ctx) != nil {
		time.Sleep(2 * time.Second) // want `time.Sleep in the loop at line \d+`
	}
}

func RUnlock(ctx context.Context) {
	for ask(ctx) != nil {
		time.Sleep(2 * time.Second) // want `time.Sleep in the loop at line \d+`
	}
}

// The literal looks at the context in each round.
func reload(ctx context.Context, name string) {
	load := func(name string) bool { return ask(ctx) == nil && name != "" }
	for !load(name) {
		time.Sleep(500 * time.Millisecond) // want `time.Sleep in the loop at line \d+`
	}
}

// What is left of half a second.
func probeOften(stop <-chan struct{}, check func()) {
	for {
		select {
		case <-stop:
			return
		default:
			start := time.Now()
			check()
			rest := probeEvery - time.Since(start)
			if rest > 0 {
				time.Sleep(rest) // want `time.Sleep in the loop at line \d+`
			}
		}
	}
}

// It grows to a second.
func pendingShort(ctx context.Context, ask func(context.Context) (bool, error)) error {
	pause := 100 * time.Millisecond
	for {
		if done, err := ask(ctx); done || err != nil {
			return err
		}
		time.Sleep(pause) // want `time.Sleep in the loop at line \d+`
		pause = min(2*pause, time.Second)
	}
}

// No pause is longer than a second.
func nineTimes(ctx context.Context) error {
	var err error
	for i := 1; i < 10; i++ {
		if err = call(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Duration(100*i) * time.Millisecond) // want `time.Sleep in the loop at line \d+`
	}
	return err
}

// It is cut at a second right before.
func acceptShort(ctx context.Context, next func(context.Context) error) {
	const least, most = 5 * time.Millisecond, time.Second
	var pause time.Duration
	for ctx.Err() == nil {
		if next(ctx) == nil {
			pause = 0
			continue
		}
		if pause == 0 {
			pause = least
		} else {
			pause *= 2
		}
		if most := most; pause > most {
			pause = most
		}
		time.Sleep(pause) // want `time.Sleep in the loop at line \d+`
	}
}

// What is left of a second.
func windows(ctx context.Context, poll func(context.Context)) {
	for ctx.Err() == nil {
		start := time.Now()
		end := start.Add(time.Second)
		poll(ctx)
		if time.Now().Before(end) {
			time.Sleep(time.Until(end)) // want `time.Sleep in the loop at line \d+`
		}
	}
}

// It is half a second, unless somebody says otherwise.
func eachPage(ctx context.Context, page func(context.Context) bool, apply ...func(*options)) {
	opt := options{interval: 500 * time.Millisecond}
	for _, f := range apply {
		f(&opt)
	}
	for page(ctx) {
		time.Sleep(opt.interval) // want `time.Sleep in the loop at line \d+`
	}
}

// A helper says how long, which is not long.
func limited(ctx context.Context, fetch func(context.Context) error) error {
	for {
		start := time.Now()
		if err := fetch(ctx); err != nil {
			return err
		}
		if rest := untilNext(start); rest > 0 {
			time.Sleep(rest) // want `time.Sleep in the loop at line \d+`
		}
	}
}

// The interval is set back before the loop, and is not changed in it.
func firstTargets(ctx context.Context, interval time.Duration, list func() []int) {
	first := interval
	if first > time.Second {
		first = time.Second
	}
	for {
		if ctx.Err() != nil || len(list()) > 0 {
			return
		}
		time.Sleep(first) // want `time.Sleep in the loop at line \d+`
	}
}

// Nobody waits for the goroutine, which ends after the pause.
type prober struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func (p *prober) Start() { go p.probe() }
func (p *prober) Stop()  { p.cancel() }

func (p *prober) probe() {
	for {
		if p.ctx.Err() != nil {
			return
		}
		_ = call(p.ctx)
		time.Sleep(10 * time.Second) // want `time.Sleep in the loop at line \d+`
	}
}
