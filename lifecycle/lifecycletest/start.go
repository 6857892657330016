// Package lifecycletest runs lifecycle servers in tests, and finds goroutines that a test
// leaks.
package lifecycletest

import (
	"context"
	"net"
	"os"
	"os/signal"
	"sync"
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
	"github.com/lifecyclelint/lifecyclelint/lifecycle/internal/testhook"
)

func init() {
	// The first Notify of a process starts a goroutine that never ends. Started
	// here it belongs to no test, and to no testing/synctest bubble.
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, os.Interrupt)
	signal.Stop(ch)
}

// stopTimeout is longer than any grace period should be.
const stopTimeout = time.Minute

// Running is a server under test.
type Running struct {
	URL string // "http://127.0.0.1:port", without a slash at the end

	t    testing.TB
	srv  *lifecycle.Server
	done chan struct{}
	err  error // of Run; valid once done is closed
	once sync.Once
}

// Start serves srv on a free port of the loopback interface. When the test ends,
// the server is stopped if it still runs, and its error, if any, fails the test.
//
// The server is ready when it was marked so. Process-wide workers and hooks that
// the service registers stop with the last server, as in production; the next
// test then gets a new process-wide default.
func Start(t testing.TB, srv *lifecycle.Server) *Running {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("lifecycletest: %v", err)
	}
	r := &Running{URL: "http://" + ln.Addr().String(), t: t, srv: srv, done: make(chan struct{})}
	go func() {
		defer close(r.done)
		r.err = srv.Serve(ln)
	}()
	t.Cleanup(func() {
		r.once.Do(func() {
			if err := r.stop(); err != nil {
				t.Errorf("lifecycletest: the server stopped with %v", err)
			}
		})
		testhook.RenewStopped()
	})
	return r
}

// Signal notifies the server, and no other in the process, that sig has arrived: SIGTERM
// shuts down with drain, os.Interrupt without. It does not wait. A second signal has no
// effect.
func (r *Running) Signal(sig os.Signal) { testhook.Signal(r.srv, sig) }

// Done returns a channel that is closed when Run has returned.
func (r *Running) Done() <-chan struct{} { return r.done }

// Stop shuts the server down without drain unless a shutdown is in progress, waits for it
// and returns the error of Run. Hooks and workers that were abandoned fail the test. It may
// be called more than once.
func (r *Running) Stop() error {
	r.t.Helper()
	r.once.Do(func() { _ = r.stop() }) // r.err, which is returned
	return r.err
}

func (r *Running) stop() error {
	r.t.Helper()
	r.Signal(os.Interrupt)
	select {
	case <-r.done:
	case <-time.After(stopTimeout):
		r.t.Fatalf("lifecycletest: the server did not stop in %v", stopTimeout)
	}
	for _, step := range r.srv.Report().Steps {
		if step.Abandoned {
			r.t.Errorf("lifecycletest: %s %q was abandoned: %v", step.Phase, step.Name, step.Err)
		}
	}
	return r.err
}

// Reset gives the test a process-wide default of its own: lifecycle.Context, Go
// and OnShutdown start afresh. When the test ends its workers and hooks are shut
// down, and the previous default is back. Not for parallel tests. In a
// testing/synctest bubble call it first, so that the default lives in the bubble.
func Reset(t testing.TB) {
	t.Helper()
	restore := testhook.Renew()
	t.Cleanup(func() {
		defer restore()
		ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
		defer cancel()
		if err := lifecycle.Shutdown(ctx); err != nil {
			t.Errorf("lifecycletest: process-wide shutdown: %v", err)
		}
	})
}
