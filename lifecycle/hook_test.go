//go:build go1.25

package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var quiet = quietLog()

// visits records which hooks ran, in order.
type visits struct {
	mu   sync.Mutex
	list []string
}

func (v *visits) hook(name string) func(context.Context) {
	return func(context.Context) { v.add(name) }
}

func (v *visits) add(name string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.list = append(v.list, name)
}

func (v *visits) String() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return strings.Join(v.list, " ")
}

// hang is a hook that ignores its context, for much longer than any budget.
func hang(context.Context) { time.Sleep(time.Hour) }

func TestHooksRunByPhaseAndInReverse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var v visits
		s := New(nil, "", quiet)
		for _, p := range []Phase{PhaseFlush, PhaseDatabases, PhaseWorkers, PhaseDeregister} {
			s.OnShutdown(v.hook(p.String()+"1"), InPhase(p))
			s.OnShutdown(v.hook(p.String()+"2"), InPhase(p))
		}
		s.OnShutdown(v.hook("default"))
		s.OnShutdown(func(context.Context) {
			if s.Context().Err() == nil {
				t.Error("the work context is alive in the workers' phase")
			}
		}, InPhase(PhaseWorkers))
		s.Go(func(ctx context.Context) { <-ctx.Done(); time.Sleep(time.Second); v.add("worker") })
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		want := "workers2 workers1 worker deregister2 deregister1 default databases2 databases1 flush2 flush1"
		if v.String() != want {
			t.Errorf("order\n got %s\nwant %s", &v, want)
		}
	})
}

// Every hook is visited once, in order, whatever the others do.
func TestHooksMisbehave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var v visits
		broken := errors.New("broken")
		s := New(nil, "", quiet)
		s.OnShutdown(v.hook("last"))
		s.OnShutdownErr(func(context.Context) error { v.add("error"); return broken }, Named("error"))
		s.OnShutdown(func(context.Context) { v.add("panic"); panic(io.ErrUnexpectedEOF) }, Named("panic"))
		s.OnShutdown(func(context.Context) { v.add("goexit"); runtime.Goexit() }, Named("goexit"))
		s.OnShutdown(func(ctx context.Context) { v.add("hang"); hang(ctx) }, Named("hang"), Budget(2*time.Second))
		s.OnShutdown(v.hook("first"))

		start := time.Now()
		err := s.Shutdown(t.Context())
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("took %v, want the budget of the hook that hangs", took)
		}
		if want := "first hang goexit panic error last"; v.String() != want {
			t.Errorf("visited %s, want %s", &v, want)
		}
		var p *PanicError
		if !errors.Is(err, broken) || !errors.As(err, &p) || !errors.Is(err, io.ErrUnexpectedEOF) || !errors.Is(err, errAbandoned) {
			t.Errorf("an error was lost: %v", err)
		}
		for _, step := range s.Report().Steps {
			if step.Abandoned != (step.Name == "hang") {
				t.Errorf("%s: abandoned is %v", step.Name, step.Abandoned)
			}
		}
		if text := s.Report().String(); !strings.Contains(text, "hang") || !strings.Contains(text, "abandoned") {
			t.Errorf("report does not name the hook that was left behind:\n%s", text)
		}
		time.Sleep(2 * time.Hour) // let the abandoned hook end
	})
}

func TestHookThatObeysItsContextIsNotAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(nil, "", quiet)
		s.OnShutdownErr(func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, Budget(time.Second))
		err := s.Shutdown(t.Context())
		if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errAbandoned) {
			t.Errorf("error %v, want the hook's own", err)
		}
	})
}

func TestHookRegistrationDuringShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var v visits
		s := New(nil, "", quiet)
		s.OnShutdown(v.hook("flush"), InPhase(PhaseFlush))
		s.OnShutdown(func(context.Context) {
			v.add("clients")
			s.OnShutdown(v.hook("databases"), InPhase(PhaseDatabases))
			s.OnShutdown(v.hook("workers"), InPhase(PhaseWorkers)) // past: next
		})
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		s.OnShutdown(v.hook("late")) // returns when it has run
		if want := "clients workers databases flush late"; v.String() != want {
			t.Errorf("visited %s, want %s", &v, want)
		}
		if n := len(s.Report().Steps); n != 7 { // http, workers and five hooks
			t.Errorf("%d steps reported: %v", n, s.Report())
		}
	})
}

func TestShutdownFromManyGoroutines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		s := New(nil, "", quiet)
		calls := 0
		s.OnShutdownErr(func(context.Context) error { calls++; return broken })
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				if err := s.Stop(t.Context()); !errors.Is(err, broken) {
					t.Errorf("error %v", err)
				}
			})
		}
		all.Wait()
		if calls != 1 || s.State() != StateStopped {
			t.Errorf("hook called %d times, state %v", calls, s.State())
		}
	})
}

func TestShutdownWaitIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(nil, "", quiet)
		s.OnShutdown(func(context.Context) { time.Sleep(3 * time.Second) })
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := s.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		if err := s.Shutdown(t.Context()); err != nil { // it went on
			t.Error(err)
		}
	})
}

func TestCloserAndNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(nil, "", quiet)
		r, w := io.Pipe()
		s.OnShutdownErr(Closer(w), InPhase(PhaseDatabases))
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		if _, err := r.Read(nil); err != io.EOF {
			t.Errorf("not closed: %v", err)
		}
		steps := s.Report().Steps
		if last := steps[len(steps)-1]; !strings.HasPrefix(last.Name, "hook_test.go:") || last.Phase != PhaseDatabases {
			t.Errorf("step %+v, want the place of registration", last)
		}
	})
}

func TestPhaseAndStateNames(t *testing.T) {
	t.Parallel()
	got := fmt.Sprint(phaseStart, PhaseWorkers, PhaseFlush, Phase(9), StateStarting, StateStopped, State(9))
	if want := "start workers flush phase(9) starting stopped state(9)"; got != want {
		t.Errorf("got %s", got)
	}
	if h := (&hook{}); func() bool { InPhase(-7)(h); return h.phase != PhaseWorkers }() {
		t.Error("a hook before the workers")
	}
	if !slices.IsSorted([]Phase{phaseStart, phaseDrain, phaseHTTP, PhaseWorkers, PhaseDeregister, PhaseClients, PhaseDatabases, PhaseFlush}) {
		t.Error("phases out of order")
	}
}
