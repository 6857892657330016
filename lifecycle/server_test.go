//go:build go1.25

package lifecycle

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// idleListener is a listener without connections. It works in a synctest bubble, in which a
// socket does not.
type idleListener struct{ closed chan struct{} }

func newIdleListener() *idleListener { return &idleListener{make(chan struct{})} }

func (l *idleListener) Accept() (net.Conn, error) { <-l.closed; return nil, net.ErrClosed }
func (l *idleListener) Close() error              { close(l.closed); return nil }
func (l *idleListener) Addr() net.Addr            { return &net.TCPAddr{} }

// get asks the server's handler, without a connection.
func get(s *Server, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.http.Handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

var ok = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })

// inBubble runs f with s served in a bubble. s is ready.
func inBubble(t *testing.T, s func() *Server, f func(t *testing.T, s *Server, run <-chan error)) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		s := s()
		s.MarkReady()
		run := make(chan error, 1)
		go func() { run <- s.Serve(newIdleListener()) }()
		synctest.Wait()
		f(t, s, run)
	})
}

func TestShutdownTimeline(t *testing.T) {
	newServer := func() *Server { return New(ok, "", quiet) }
	inBubble(t, newServer, func(t *testing.T, s *Server, run <-chan error) {
		work := s.Context()
		hookRan := false
		s.OnShutdown(func(context.Context) { hookRan = work.Err() != nil })
		expect := func(state State, ready, other int, header string) {
			t.Helper()
			if s.State() != state || get(s, "/readyz").Code != ready {
				t.Errorf("state %v, /readyz %d; want %v, %d", s.State(), get(s, "/readyz").Code, state, ready)
			}
			if get(s, "/healthz").Code != 200 || get(s, "/startupz").Code != 200 {
				t.Error("liveness or start-up probe failed")
			}
			if w := get(s, "/"); w.Code != other || w.Header().Get("Connection") != header {
				t.Errorf("request: %d, Connection %q", w.Code, w.Header().Get("Connection"))
			}
		}
		expect(StateReady, 200, 200, "")
		start := time.Now()
		s.begin(signalReason(syscall.SIGTERM))
		<-s.Draining()
		synctest.Wait()
		expect(StateDraining, 503, 200, "close")
		time.Sleep(3*time.Second - time.Nanosecond)
		expect(StateDraining, 503, 200, "close")
		if work.Err() != nil {
			t.Error("the work context ended while requests are served")
		}
		if err := <-run; err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took != 3*time.Second || !hookRan {
			t.Errorf("took %v, hook after the workers: %v", took, hookRan)
		}
		if s.State() != StateStopped || s.Report().Duration != 3*time.Second || s.Report().Cause != "signal: terminated" {
			t.Errorf("state %v, report %v", s.State(), s.Report())
		}
	})
}

func TestInterruptSkipsDrain(t *testing.T) {
	newServer := func() *Server { return New(ok, "", quiet) }
	inBubble(t, newServer, func(t *testing.T, s *Server, run <-chan error) {
		start := time.Now()
		s.begin(signalReason(os.Interrupt))
		if err := <-run; err != nil || time.Since(start) != 0 {
			t.Errorf("error %v after %v", err, time.Since(start))
		}
	})
}

func TestNotReadySkipsDrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		s := New(ok, "", quiet)
		run := make(chan error, 1)
		go func() { run <- s.Serve(newIdleListener()) }()
		synctest.Wait()
		for path, want := range map[string]int{"/readyz": 503, "/startupz": 503, "/healthz": 200, "/": 200} {
			if got := get(s, path).Code; got != want {
				t.Errorf("%s: %d, want %d while starting", path, got, want)
			}
		}
		start := time.Now()
		if err := s.Shutdown(t.Context()); err != nil || time.Since(start) != 0 {
			t.Errorf("error %v after %v", err, time.Since(start))
		}
		s.MarkReady() // too late to matter
		if s.State() != StateStopped {
			t.Errorf("state %v", s.State())
		}
		if err := <-run; err != nil {
			t.Error(err)
		}
	})
}

func TestListenerThatBreaksLater(t *testing.T) {
	newServer := func() *Server { return New(ok, "", quiet, WithDrain(0)) }
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		s := newServer()
		ln := newIdleListener()
		run := make(chan error, 1)
		go func() { run <- s.Serve(brokenOnce{ln}) }()
		synctest.Wait()
		close(ln.closed)
		if err := <-run; !errors.Is(err, net.ErrClosed) || s.Report().Cause != "http server failed" {
			t.Errorf("error %v, cause %q", err, s.Report().Cause)
		}
	})
}

// brokenOnce is a listener that other code closes.
type brokenOnce struct{ *idleListener }

func (brokenOnce) Close() error { return nil }

func TestWorkerFailureStopsTheServer(t *testing.T) {
	broken := errors.New("broken")
	for name, work := range map[string]func(context.Context) error{
		"error": func(context.Context) error { return broken },
		"panic": func(context.Context) error { panic(broken) },
	} {
		t.Run(name, func(t *testing.T) {
			newServer := func() *Server { return New(ok, "", quiet) }
			inBubble(t, newServer, func(t *testing.T, s *Server, run <-chan error) {
				ctx := s.Context()
				s.GoErr(work)
				synctest.Wait()
				if s.State() != StateDraining || ctx.Err() == nil {
					t.Errorf("state %v, group's context %v", s.State(), ctx.Err())
				}
				err := <-run
				if !errors.Is(err, broken) || s.Report().Cause != "worker failed" {
					t.Errorf("error %v, cause %q", err, s.Report().Cause)
				}
				if n := strings.Count(err.Error(), "join: "); n != 1 {
					t.Errorf("reported %d times: %v", n, err)
				}
			})
		})
	}
}

func TestStuckWorkerIsReported(t *testing.T) {
	newServer := func() *Server { return New(ok, "", quiet, WithDrain(0)) }
	inBubble(t, newServer, func(t *testing.T, s *Server, run <-chan error) {
		s.Go(hang)
		synctest.Wait()
		s.begin(signalReason(syscall.SIGTERM))
		err := <-run
		var stuck *StuckError
		if !errors.As(err, &stuck) || !strings.Contains(stuck.Stacks, "lifecycle.hang") {
			t.Errorf("error %v, want the stack of the worker", err)
		}
		for _, step := range s.Report().Steps {
			if step.Err != nil && !step.Abandoned {
				t.Error("not reported as abandoned")
			}
		}
		time.Sleep(2 * time.Hour)
	})
}

// Everything concurrently, in any order: nothing panics, and every hook that was registered
// is visited exactly once.
func TestAnyOrder(t *testing.T) {
	for range 20 {
		useDefault(t)
		s := New(ok, "127.0.0.1:0", quiet, WithDrain(time.Millisecond))
		var registered, visited, started, ended atomic.Int64
		var all sync.WaitGroup
		for i := range 40 {
			all.Go(func() {
				for range i % 7 {
					runtime.Gosched()
				}
				registered.Add(1)
				s.OnShutdown(func(context.Context) { visited.Add(1) }, InPhase(Phase(i%5)))
				started.Add(1)
				s.Go(func(ctx context.Context) { <-ctx.Done(); ended.Add(1) })
				s.MarkReady()
				s.Check("check", func(context.Context) error { return nil })
				get(s, "/readyz")
				switch i {
				case 10:
					if err := s.Run(); err != nil {
						t.Error(err)
					}
				case 20, 30:
					if err := s.Shutdown(t.Context()); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		if err := s.Group.Stop(t.Context()); err != nil {
			t.Error(err)
		}
		if registered.Load() != visited.Load() || started.Load() != ended.Load() {
			t.Fatalf("%d hooks registered, %d visited; %d workers started, %d ended",
				registered.Load(), visited.Load(), started.Load(), ended.Load())
		}
	}
}

// slowHandler is a log that takes its time.
type slowHandler struct{ slog.Handler }

func (h slowHandler) Handle(ctx context.Context, r slog.Record) error {
	time.Sleep(time.Second)
	return h.Handler.Handle(ctx, r)
}

// The process may end with Run: what is logged later is lost.
func TestLogIsCompleteWhenRunReturns(t *testing.T) {
	var log logged
	newServer := func() *Server {
		return New(ok, "", slog.New(slowHandler{slog.NewTextHandler(&log, nil)}))
	}
	inBubble(t, newServer, func(t *testing.T, s *Server, run <-chan error) {
		s.begin(reason{text: "the test"})
		if err := <-run; err != nil || !strings.Contains(log.String(), "msg=stopped") {
			t.Errorf("Run returned %v, log:\n%s", err, log.String())
		}
	})
}
