package backgroundinloop

import (
	"context"
	"log/slog"
	"time"
)

// The goroutine's own context.
func contextAware(ctx context.Context, s store) {
	go func() {
		for range time.Tick(time.Hour) {
			s.Collect(ctx)
		}
	}()
}

// A short deadline: a shutdown can wait for it.
func short(s store) {
	go func() {
		for range time.Tick(time.Hour) {
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			s.Ping(ctx)
			cancel()
		}
	}()
}

// Somebody can cancel it.
func cancellableWork(s store, stop func(context.CancelFunc)) {
	ctx, cancel := context.WithCancel(context.Background())
	stop(cancel)
	go func() {
		for range time.Tick(time.Hour) {
			s.Ping(ctx)
		}
	}()
}

// On the way out of the loop.
func lastRound(s store, done <-chan struct{}) {
	go func() {
		t := time.NewTicker(time.Second)
		for {
			select {
			case <-done:
				s.Collect(context.Background())
				return
			case <-t.C:
			}
		}
	}()
}

// Only values are read; nothing waits.
func logged() {
	go func() {
		for range time.Tick(time.Second) {
			slog.InfoContext(context.Background(), "alive")
			note(context.Background())
		}
	}()
}

func note(ctx context.Context) { slog.InfoContext(ctx, "alive") }

// The callee sets a deadline itself.
func bounded(s store) {
	go func() {
		for range time.Tick(time.Second) {
			pingSoon(context.Background(), s)
		}
	}()
}

func pingSoon(ctx context.Context, s store) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	s.Ping(ctx)
}

// A loop that ends: a retry.
func retry(s store) {
	go func() {
		for range 3 {
			s.Ping(context.Background())
		}
	}()
}

// The reason is given.
func explained(s store) {
	go func() {
		for range time.Tick(time.Hour) {
			// A round must not be interrupted: no shutdown context here.
			s.Collect(context.Background())
		}
	}()
}

// A worker that a Stop ends too.
type stoppable struct{ stop chan struct{} }

func (s *stoppable) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.stop:
			return
		}
	}
}

func startStoppable(s *stoppable) {
	go s.run(context.Background())
}

// A worker whose context somebody can cancel.
func startMetered(m *meter) context.CancelFunc {
	ctx, cancel := context.WithCancel(context.Background())
	go m.run(ctx)
	return cancel
}

// The context is kept in what the loop makes, for its values.
type memo struct{ ctx context.Context }

func compose(ctx context.Context) memo { return memo{ctx} }

func notify(in <-chan int, out chan<- memo) {
	go func() {
		tick := time.NewTicker(time.Minute)
		defer tick.Stop()
		for {
			select {
			case _, ok := <-in:
				if !ok {
					return
				}
			case <-tick.C:
				out <- compose(context.Background())
			}
		}
	}()
}

// A function in a variable, which only reads values.
var logger = loggerOf

type loggerKey struct{}

func loggerOf(ctx context.Context) *slog.Logger {
	if l, ok := ctx.Value(loggerKey{}).(*slog.Logger); ok {
		return l
	}
	return slog.Default()
}

func (m *meter) logs() {
	go func() {
		for range time.Tick(time.Minute) {
			logger(context.TODO()).Info("round")
		}
	}()
}

// One more round after the end of ctx.
func (m *meter) progress(ctx context.Context, refresh <-chan time.Time) {
	go m.show(ctx, refresh)
}

func (m *meter) show(ctx context.Context, refresh <-chan time.Time) {
	done := false
	for {
		select {
		case <-ctx.Done():
			done = true
		case <-refresh:
		}
		_, _ = m.store.Collect(context.Background())
		if done {
			return
		}
	}
}

// Who demotes the leader ends what it does.
type leader struct {
	demoted chan struct{}
	meter   *meter
}

func (l *leader) lead() {
	term := l.term(context.Background())
	go l.meter.run(term)
	go func() {
		for range time.Tick(time.Second) {
			l.meter.store.Ping(l.term(context.Background()))
		}
	}()
}

func (l *leader) term(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		<-l.demoted
		cancel()
	}()
	return ctx
}
