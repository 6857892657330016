//go:build go1.25

package lifecycle

import (
	"context"
	"errors"
	"net"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func TestOnStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		s := New(ok, "", quiet)
		var v visits
		s.OnStart(func(ctx context.Context) error { v.add("one"); return Sleep(ctx, time.Second) })
		s.OnStart(func(ctx context.Context) error { v.add("two"); return Sleep(ctx, time.Second) })
		s.MarkReady()
		go s.Serve(newIdleListener())
		time.Sleep(1500 * time.Millisecond)
		if s.State() != StateStarting || v.String() != "one two" {
			t.Errorf("state %v, ran %s", s.State(), &v)
		}
		time.Sleep(time.Second)
		if s.State() != StateReady {
			t.Errorf("state %v", s.State())
		}
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestFailingStartRunsAllHooks(t *testing.T) {
	broken := errors.New("no database")
	for name, fail := range map[string]func(context.Context) error{
		"error": func(context.Context) error { return broken },
		"panic": func(context.Context) error { panic(broken) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				useDefault(t)
				var v visits
				s := New(ok, "", quiet)
				s.OnShutdown(v.hook("one"))
				s.OnShutdown(v.hook("two"), InPhase(PhaseWorkers))
				s.OnStart(fail)
				s.OnStart(func(context.Context) error { t.Error("went on"); return nil })
				s.MarkReady()
				if err := s.Serve(newIdleListener()); !errors.Is(err, broken) {
					t.Errorf("error %v", err)
				}
				if v.String() != "two one" {
					t.Errorf("visited %s", &v)
				}
			})
		})
	}
}

func TestStartIsCancelledByShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		s := New(ok, "", quiet)
		work := s.Context()
		s.OnStart(func(ctx context.Context) error {
			<-ctx.Done()
			if work.Err() != nil && s.State() < StateStopping {
				t.Error("the work context ended with the start-up context")
			}
			return ctx.Err()
		})
		run := make(chan error, 1)
		go func() { run <- s.Serve(newIdleListener()) }()
		synctest.Wait()
		s.begin(signalReason(syscall.SIGTERM))
		if err := <-run; err != nil {
			t.Errorf("a start-up that was cut short is not a failure: %v", err)
		}
	})
}

func TestListenerFailures(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for name, s := range map[string]*Server{
		"port taken":       New(ok, taken.Addr().String(), quiet),
		"probe port taken": New(ok, "127.0.0.1:0", quiet, WithProbeAddr(taken.Addr().String())),
	} {
		useDefault(t)
		var v visits
		s.OnShutdown(v.hook("hook"))
		if err := s.Run(); !errors.Is(err, syscall.EADDRINUSE) || v.String() != "hook" {
			t.Errorf("%s: error %v, visited %q", name, err, &v)
		}
		if err := s.Run(); err != ErrAlreadyRun {
			t.Errorf("%s: second Run: %v", name, err)
		}
	}
}

func TestRunAfterShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		s := New(ok, "", quiet)
		calls := 0
		s.OnShutdown(func(context.Context) { calls++ })
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		if err := s.Serve(newIdleListener()); err != nil || calls != 1 {
			t.Errorf("error %v, hook called %d times", err, calls)
		}
	})
}
