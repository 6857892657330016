package tickerrange

import (
	"context"
	"errors"
	"log"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

func leak(interval time.Duration) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	go func() {
		for range ticker.C { // want `goroutine started at line \d+ cannot be stopped: it ranges over ticker\.C, which Stop does not close \(goroutineleak/ticker-range\)`
			sweep()
		}
	}()
}

// A method value, the ticker in a field, and a Stop that does not stop it.
type sessions struct {
	mu      sync.Mutex
	cleaner *time.Ticker
	items   map[string]time.Time
}

func newSessions() *sessions {
	s := &sessions{cleaner: time.NewTicker(5 * time.Minute), items: make(map[string]time.Time)}
	go s.cleanup()
	return s
}

func (s *sessions) cleanup() {
	for now := range s.cleaner.C { // want `goroutine started at line \d+ cannot be stopped`
		s.mu.Lock()
		for id, expires := range s.items {
			if expires.Before(now) {
				delete(s.items, id)
			}
		}
		s.mu.Unlock()
	}
}

func (s *sessions) Stop() { s.cleaner.Stop() }

// The context of the goroutine's own function ends the loop.
func startPoller(ctx context.Context) {
	go poll(ctx, time.Second)
}

func poll(ctx context.Context, every time.Duration) {
	for range time.Tick(every) { // want `ranges over time.Tick\(every\)`
		if err := fetch(ctx); err != nil {
			log.Print(err)
			continue
		}
	}
}

// A context made from a signal is in scope.
func run() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	var wg sync.WaitGroup
	wg.Go(func() {
		ticks := time.NewTicker(time.Minute).C
		for range ticks { // want `goroutine started at line \d+ cannot be stopped`
			sweep()
		}
	})
	<-ctx.Done()
}

// The context belongs to the function that starts the goroutine.
func watch(ctx context.Context, t *time.Ticker) error {
	if t == nil {
		return errors.New("no ticker")
	}
	go func() {
	outer:
		for range t.C { // want `ranges over t.C`
			for i := range 3 {
				if i == 2 {
					continue outer
				}
				sweep()
			}
		}
	}()
	return fetch(ctx)
}

// A context that never ends is no use; neither is one with a deadline.
func report() {
	ctx := context.Background()
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	go func() {
		t := time.NewTicker(time.Minute)
		for range t.C { // want `ranges over t.C`
			_ = fetch(ctx)
		}
	}()
	_ = fetch(short)
}

// The loop runs in a helper that the goroutine calls.
type agent struct{ heartbeat time.Ticker }

func (a *agent) start() {
	go func() {
		defer log.Print("gone")
		a.beat()
	}()
}

func (a *agent) beat() {
	for range a.heartbeat.C { // want `goroutine started at line \d+ cannot be stopped`
		select {
		case <-time.After(time.Second):
			sweep()
		default:
		}
	}
}

// An embedded ticker, in a generic type.
type cache[K comparable, V any] struct {
	*time.Ticker
	values map[K]V
}

func newCache[K comparable, V any]() *cache[K, V] {
	c := &cache[K, V]{Ticker: time.NewTicker(time.Minute), values: make(map[K]V)}
	go c.expire()
	return c
}

func (c *cache[K, V]) expire() {
	for range c.C { // want `goroutine started at line \d+ cannot be stopped`
		clear(c.values)
	}
}

func sweep() { os.Remove("stale") }

func fetch(ctx context.Context) error { return ctx.Err() }

// Nothing ends the context that the loop is started with: it carries values only.
type synchronizer struct{ interval time.Duration }

func (s *synchronizer) Start() {
	ctx := context.WithValue(context.Background(), key{}, "synchronizer")
	if s.interval == 0 {
		return
	}
	go s.loop(ctx, time.NewTicker(s.interval))
}

func (s *synchronizer) loop(ctx context.Context, ticker *time.Ticker) {
	for range ticker.C { // want `goroutine started at line \d+ cannot be stopped`
		s.run(ctx)
	}
}

func (s *synchronizer) run(context.Context) {}

type key struct{}

// There is one of it, and it saves something.
type ledger struct{ path string }

var accounts ledger

func (l *ledger) save() {
	for range time.Tick(time.Second) { // want `goroutine started at line \d+ cannot be stopped`
		if err := os.WriteFile(l.path, nil, 0o600); err != nil {
			log.Print(err)
		}
	}
}

func StartAccounts() {
	go accounts.save()
}

// A timer that is set again each time ticks, too.
func telemetry(path string, first, every time.Duration) {
	go func() {
		timer := time.NewTimer(first)
		for range timer.C { // want `goroutine started at line \d+ cannot be stopped`
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				log.Print(err)
			}
			timer.Reset(every)
		}
	}()
}

// Somebody means to end these.
func (a *agent) Close()  {}
func (l *ledger) Close() {}

// One for each session, of which there is no end.
type pulses struct {
	mu    sync.Mutex
	beats map[string]int
}

func (s *pulses) accept(names <-chan string) {
	for {
		name := <-names
		go func() {
			for range time.Tick(time.Second) { // want `goroutine started at line \d+ cannot be stopped`
				s.beat(name)
			}
		}()
	}
}

func (s *pulses) beat(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.beats[name]++
}
