//go:build go1.25

package lifecycle

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestEvery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3500*time.Millisecond)
		defer cancel()
		start := time.Now()
		var at []time.Duration
		Every(ctx, time.Second, func(context.Context) { at = append(at, time.Since(start)) })
		if len(at) != 3 || at[0] != time.Second || at[2] != 3*time.Second {
			t.Errorf("called at %v, want 1s 2s 3s", at)
		}
		if d := time.Since(start); d != 3500*time.Millisecond {
			t.Errorf("returned after %v, want when the context ended", d)
		}
	})
}

func TestEveryDropsTicksOfSlowCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10500*time.Millisecond)
		defer cancel()
		calls, running := 0, false
		Every(ctx, time.Second, func(context.Context) {
			if running {
				t.Error("calls overlap")
			}
			running = true
			time.Sleep(2500 * time.Millisecond)
			running = false
			calls++
		})
		if calls != 4 { // at 1, 3.5, 6 and 8.5 s; ten ticks
			t.Errorf("%d calls, want 4", calls)
		}
	})
}

func TestEveryEndedContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		Every(endedContext(), time.Second, func(context.Context) { t.Error("called") })
	})
}

func TestEveryCancelledByItsCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		Every(ctx, time.Second, func(context.Context) {
			calls++
			time.Sleep(5 * time.Second) // a tick is waiting when it returns
			cancel()
		})
		if calls != 1 {
			t.Errorf("%d calls, want none after the context had ended", calls)
		}
	})
}

func TestEveryWithoutInterval(t *testing.T) {
	t.Parallel()
	for _, d := range []time.Duration{0, -1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("interval %v: no panic", d)
				}
			}()
			Every(endedContext(), d, func(context.Context) {})
		}()
	}
}

func TestSleep(t *testing.T) {
	for _, c := range []struct {
		name  string
		sleep time.Duration
		limit time.Duration // of the context; 0 = has ended
		want  error
		took  time.Duration
	}{
		{"whole", time.Second, time.Minute, nil, time.Second},
		{"cut short", time.Minute, time.Second, context.DeadlineExceeded, time.Second},
		{"ended", time.Second, 0, context.DeadlineExceeded, 0},
		{"zero", 0, time.Second, nil, 0},
		{"negative", -time.Second, time.Second, nil, 0},
		{"zero and ended", 0, 0, context.DeadlineExceeded, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), c.limit)
				defer cancel()
				start := time.Now()
				if err := Sleep(ctx, c.sleep); !errors.Is(err, c.want) {
					t.Errorf("error %v, want %v", err, c.want)
				}
				if took := time.Since(start); took != c.took {
					t.Errorf("took %v, want %v", took, c.took)
				}
			})
		})
	}
}

func TestDetach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type key struct{}
		parent, cancelParent := context.WithTimeout(context.WithValue(t.Context(), key{}, "v"), time.Second)
		ctx, cancel := Detach(parent, 5*time.Second)
		defer cancel()
		cancelParent()
		if ctx.Err() != nil || ctx.Value(key{}) != "v" {
			t.Errorf("error %v, value %v: want alive, with its values", ctx.Err(), ctx.Value(key{}))
		}
		start := time.Now()
		<-ctx.Done()
		if took := time.Since(start); took != 5*time.Second || ctx.Err() != context.DeadlineExceeded {
			t.Errorf("ended after %v with %v", took, ctx.Err())
		}
	})
}

func TestDetachEdges(t *testing.T) {
	t.Parallel()
	ctx, cancel := Detach(endedContext(), time.Minute)
	if ctx.Err() != nil {
		t.Error("ended with its parent")
	}
	cancel()
	if ctx.Err() != context.Canceled {
		t.Error("cancel has no effect")
	}
	for _, d := range []time.Duration{0, -time.Second} {
		ctx, cancel := Detach(context.Background(), d)
		defer cancel()
		if ctx.Err() != context.DeadlineExceeded {
			t.Errorf("timeout %v: error %v, want it ended", d, ctx.Err())
		}
	}
}

// sticky never ends, and has an error all the same.
type sticky struct{ context.Context }

func (sticky) Err() error { return errors.New("interrupted") }

func TestContextThatNeverEndsHasAnError(t *testing.T) {
	t.Parallel()
	ctx := sticky{context.Background()}
	if err := Sleep(ctx, time.Nanosecond); err != nil {
		t.Errorf("Sleep: %v", err)
	}
	ch := make(chan int, 1)
	if err := Send(ctx, ch, 1); err != nil || len(ch) != 1 {
		t.Errorf("Send: %v, %d sent", err, len(ch))
	}
	if v, err := Retry(ctx, 1, 0, func(context.Context) (int, error) { return 2, nil }); v != 2 || err != nil {
		t.Errorf("Retry: %d, %v", v, err)
	}
}
