//go:build go1.25

package lifecycle

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

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
