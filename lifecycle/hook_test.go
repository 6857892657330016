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

// However many hooks hang, and whatever they were promised, the total stays
// within the grace period, and everyone gets some time.
func TestBudgetsNeverExceedGrace(t *testing.T) {
	for _, grace := range []time.Duration{time.Second, 5 * time.Second, 26 * time.Second} {
		t.Run(grace.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := New(nil, "", quiet, WithGrace(grace))
				const n = 20
				for i := range n {
					s.OnShutdown(hang, Budget(time.Duration(i+1)*time.Second), InPhase(Phase(i%5)))
				}
				s.Go(hang)
				start := time.Now()
				err := s.Shutdown(t.Context())
				if took := time.Since(start); took > grace {
					t.Errorf("took %v", took)
				}
				abandoned := 0
				for _, step := range s.Report().Steps {
					if step.Abandoned {
						abandoned++
						if step.Duration <= 0 {
							t.Errorf("%s had no time", step.Name)
						}
					}
				}
				if abandoned != n+1 {
					t.Errorf("%d abandoned, want %d: %v", abandoned, n+1, err)
				}
				time.Sleep(2 * time.Hour)
			})
		})
	}
}

// A hook that needs less than its share leaves the rest to the others.
func TestBudgetsAreRecomputed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(nil, "", quiet, WithGrace(10*time.Second))
		var got time.Duration
		s.OnShutdown(func(ctx context.Context) {
			deadline, _ := ctx.Deadline()
			got = time.Until(deadline)
		}, Budget(20*time.Second))
		for range 9 {
			s.OnShutdown(func(context.Context) { time.Sleep(100 * time.Millisecond) }, Budget(20*time.Second))
		}
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		if want := 9 * time.Second; got != want { // 10 s - 9 × 0.1 s - slack
			t.Errorf("the last hook had %v, want %v", got, want)
		}
	})
}

func TestShare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ claim, others, left, want time.Duration }{
		{5, 0, 10, 5},
		{5, 5, 10, 5},
		{5, 15, 10, 2},
		{5, 0, 3, 3},
		{5, 5, 0, 0},
		{5, 5, -1, 0},
		{0, 5, 10, 0},
		{time.Hour, 1 << 62, time.Second, 0},
	} {
		if got := share(c.claim, c.others, c.left); got != c.want && (got-c.want).Abs() > time.Microsecond {
			t.Errorf("share(%d, %d, %d) = %d, want %d", c.claim, c.others, c.left, got, c.want)
		}
	}
}

func TestRunHooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 9*time.Second)
		defer cancel()
		var v visits
		var third time.Duration
		err := RunHooks(ctx,
			v.hook("one"),
			func(ctx context.Context) { v.add("two"); hang(ctx) }, // 9 s / 2 left behind it
			func(ctx context.Context) {
				v.add("three")
				deadline, _ := ctx.Deadline()
				third = time.Until(deadline)
			},
		)
		if v.String() != "one two three" {
			t.Errorf("visited %s", &v)
		}
		if want := 4400 * time.Millisecond; third != want { // 4.5 s less the slack
			t.Errorf("the third had %v, want %v", third, want)
		}
		if !errors.Is(err, errAbandoned) || !strings.Contains(err.Error(), "TestRunHooks") {
			t.Errorf("error %v, want it to name the hook", err)
		}
		time.Sleep(2 * time.Hour)
	})
}

func TestRunHooksWithoutDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ran := false
		err := RunHooks(t.Context(),
			func(context.Context) { panic("x") },
			func(context.Context) { time.Sleep(time.Minute); ran = true },
		)
		var p *PanicError
		if !ran || !errors.As(err, &p) || p.Value != "x" {
			t.Errorf("ran: %v, error %v", ran, err)
		}
		if RunHooks(t.Context()) != nil {
			t.Error("no hooks, but an error")
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
