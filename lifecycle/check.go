package lifecycle

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// CheckOption configures one readiness check.
type CheckOption func(*check)

// CheckTimeout sets how long a check may take before it counts as failed; the
// default is 2 s.
func CheckTimeout(d time.Duration) CheckOption { return func(c *check) { c.timeout = d } }

// CheckCache sets how long a result is reused; the default is 1 s. However often
// the probe is asked, a dependency is asked at most once in that time.
func CheckCache(d time.Duration) CheckOption { return func(c *check) { c.cache = d } }

// check is one dependency that readiness looks at.
type check struct {
	name    string
	fn      func(context.Context) error
	timeout time.Duration
	cache   time.Duration

	mu      sync.Mutex
	running chan struct{} // closed when the running call has ended; nil without one
	at      time.Time     // when err was found; zero before the first call
	err     error
}

// checks holds the readiness checks of a server.
type checks struct {
	mu   sync.Mutex
	list []*check
}

// Check adds a dependency to readiness: while fn returns an error, panics or takes longer
// than CheckTimeout, /readyz answers 503 and names it. fn is called by the probe, never in
// the background, and never concurrently with itself: one that hangs costs one goroutine.
// Liveness does not look at checks, because a restart does not repair a dependency.
func (s *Server) Check(name string, fn func(context.Context) error, opts ...CheckOption) {
	c := &check{name: name, fn: fn, timeout: 2 * time.Second, cache: time.Second}
	for _, opt := range opts {
		opt(c)
	}
	s.checks.mu.Lock()
	s.checks.list = append(s.checks.list, c)
	s.checks.mu.Unlock()
}

// failing runs all checks concurrently and returns the names of those that fail.
func (cs *checks) failing(ctx context.Context, log *slog.Logger) []string {
	cs.mu.Lock()
	list := cs.list[:len(cs.list):len(cs.list)]
	cs.mu.Unlock()
	errs := make([]error, len(list))
	var all sync.WaitGroup
	for i, c := range list {
		all.Add(1)
		go func() {
			defer all.Done()
			errs[i] = c.result(ctx)
		}()
	}
	all.Wait()
	var failed []string
	for i, err := range errs {
		if err != nil {
			failed = append(failed, list[i].name)
			log.Warn("readiness check failed", "check", list[i].name, "error", err)
		}
	}
	return failed
}

// result returns the cached result, or that of a call which ends in time.
func (c *check) result(ctx context.Context) error {
	c.mu.Lock()
	if !c.at.IsZero() && time.Since(c.at) < c.cache {
		defer c.mu.Unlock()
		return c.err
	}
	if c.running == nil {
		c.running = make(chan struct{})
		// Not the prober's context: the result is shared with others.
		go c.call(context.WithoutCancel(ctx), c.running)
	}
	running := c.running
	c.mu.Unlock()

	timeout := time.NewTimer(c.timeout)
	defer timeout.Stop()
	select {
	case <-running:
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.err
	case <-timeout.C:
		return fmt.Errorf("no answer in %v", c.timeout)
	}
}

func (c *check) call(ctx context.Context, running chan struct{}) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	err := protect(func() error { return c.fn(ctx) })
	c.mu.Lock()
	c.err, c.at, c.running = err, time.Now(), nil
	c.mu.Unlock()
	close(running)
}
