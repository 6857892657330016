//go:build go1.25

package lifecycle

import (
	"context"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func TestDefaultShutdownAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		var v visits
		Go(func(ctx context.Context) { <-ctx.Done(); v.add("worker") })
		OnShutdown(v.hook("flush"), InPhase(PhaseFlush))
		OnShutdown(v.hook("hook"))
		if err := Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		if want := "worker hook flush"; v.String() != want {
			t.Errorf("got %s, want %s", &v, want)
		}
		OnShutdown(v.hook("late"))
		done := make(chan error)
		Go(func(ctx context.Context) { done <- ctx.Err() })
		if err := <-done; err == nil || !strings.HasSuffix(v.String(), "late") {
			t.Errorf("after the shutdown: worker's context %v, visited %s", err, &v)
		}
		if Context().Err() == nil {
			t.Error("the work context is alive")
		}
	})
}

func TestDefaultWhenShutdownIsFasterThanRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		broken := errors.New("broken")
		std.Load().OnShutdownErr(func(context.Context) error { return broken })
		s := New(ok, "", quiet)
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		if err := s.Serve(newIdleListener()); !errors.Is(err, broken) || Context().Err() == nil {
			t.Errorf("error %v; the process-wide hooks were left out", err)
		}
	})
}

// The hooks of the last server and of the process run in one order.
func TestDefaultGoesWithTheLastServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		var v visits
		public, admin := New(ok, "", quiet), New(ok, "", quiet, WithDrain(0))
		public.OnShutdown(v.hook("public database"), InPhase(PhaseDatabases))
		OnShutdown(v.hook("process client"))
		OnShutdown(v.hook("process flush"), InPhase(PhaseFlush))
		Go(func(ctx context.Context) { <-ctx.Done(); v.add("process worker") })
		public.OnShutdown(v.hook("public client"))
		admin.OnShutdown(v.hook("admin"))
		results := make(chan error, 2)
		for _, s := range []*Server{public, admin} {
			s.MarkReady()
			go func() { results <- s.Serve(newIdleListener()) }()
		}
		synctest.Wait()
		// What the signal watcher does.
		public.begin(signalReason(syscall.SIGTERM))
		admin.begin(signalReason(syscall.SIGTERM))
		for range 2 {
			if err := <-results; err != nil {
				t.Error(err)
			}
		}
		want := "admin process worker public client process client public database process flush"
		if v.String() != want {
			t.Errorf("order\n got %s\nwant %s", &v, want)
		}
	})
}

func TestDefaultShutdownStopsServers(t *testing.T) {
	newServer := func() *Server { return New(ok, "", quiet) }
	inBubble(t, newServer, func(t *testing.T, s *Server, run <-chan error) {
		broken, worse := errors.New("broken"), errors.New("worse")
		s.OnShutdownErr(func(context.Context) error { return broken })
		std.Load().OnShutdownErr(func(context.Context) error { return worse })
		start := time.Now()
		err := Shutdown(t.Context())
		if !errors.Is(err, broken) || !errors.Is(err, worse) || strings.Count(err.Error(), "worse") != 1 {
			t.Errorf("error %v", err)
		}
		if took := time.Since(start); took != 3*time.Second || s.State() != StateStopped {
			t.Errorf("state %v after %v: the server was not drained", s.State(), took)
		}
		if err := <-run; !errors.Is(err, broken) || !errors.Is(err, worse) {
			t.Errorf("Run returned %v", err)
		}
	})
}

func TestPanicInAnyGroupStopsTheProcess(t *testing.T) {
	for name, start := range map[string]func(func(context.Context)){
		"process-wide worker": Go,
		"forgotten group":     func(fn func(context.Context)) { new(Group).Go(fn) },
	} {
		t.Run(name, func(t *testing.T) {
			newServer := func() *Server { return New(ok, "", quiet) }
			inBubble(t, newServer, func(t *testing.T, s *Server, run <-chan error) {
				start(func(context.Context) { panic("deliberate") })
				err := <-run
				var p *PanicError
				if !errors.As(err, &p) || p.Value != "deliberate" || !strings.Contains(string(p.Stack), "default_test.go") {
					t.Errorf("Run returned %v", err)
				}
			})
		})
	}
}

func TestServerThatStartsTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		if err := Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		s := New(ok, "", quiet)
		hook := false
		s.OnShutdown(func(context.Context) { hook = true })
		if err := s.Serve(newIdleListener()); err != nil || !hook {
			t.Errorf("error %v, hook ran: %v", err, hook)
		}
	})
}

func TestMainFunction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		s := std.Load()
		var v visits
		OnShutdown(v.hook("hook"))
		Go(func(ctx context.Context) { <-ctx.Done(); v.add("worker") })
		err := s.runMain(func(ctx context.Context) error {
			time.AfterFunc(time.Second, func() { s.begin(signalReason(os.Interrupt)) })
			<-ctx.Done()
			time.Sleep(5 * time.Second) // finishes what it has begun
			if Context().Err() != nil {
				t.Error("the work context ended before main's function")
			}
			v.add("run")
			return ctx.Err()
		})
		if err != nil || v.String() != "run worker hook" {
			t.Errorf("error %v, order %s", err, &v)
		}
		if err := s.runMain(nil); err != ErrAlreadyRun {
			t.Errorf("second call: %v", err)
		}
	})
}

// Under Main a server may come and go: the process continues.
func TestServerWithinMain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		broken := errors.New("broken")
		err := std.Load().runMain(func(ctx context.Context) error {
			s := New(ok, "", quiet)
			s.OnStart(func(context.Context) error { return broken })
			if err := s.Serve(newIdleListener()); !errors.Is(err, broken) {
				t.Errorf("error %v", err)
			}
			if Context().Err() != nil || ctx.Err() != nil {
				t.Error("the process was shut down with the server")
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}
