package lifecycle

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestGroupZeroValue(t *testing.T) {
	t.Parallel()
	var g Group
	started := make(chan struct{})
	var ended atomic.Bool
	g.Go(func(ctx context.Context) {
		close(started)
		<-ctx.Done()
		ended.Store(true)
	})
	<-started
	if err := g.Stop(context.Background()); err != nil {
		t.Error(err)
	}
	if !ended.Load() {
		t.Error("Stop did not wait")
	}
}

func TestGroupContext(t *testing.T) {
	t.Parallel()
	parent, cancel := context.WithCancel(context.Background())
	g := NewGroup(parent)
	ctx := g.Context()
	cancel()
	if ctx.Err() == nil {
		t.Error("outlives its parent")
	}
	var never Group
	if err := never.Stop(context.Background()); err != nil || never.Context().Err() == nil {
		t.Errorf("Stop of an unused group: error %v, context %v", err, never.Context().Err())
	}
	if NewGroup(nil).Context().Err() != nil { //nolint:staticcheck // nil is documented
		t.Error("nil parent: want the process-wide context")
	}
}

func TestGroupGoAfterStop(t *testing.T) {
	t.Parallel()
	var g Group
	if err := g.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	var ran atomic.Bool
	g.Go(func(ctx context.Context) { ran.Store(ctx.Err() != nil) })
	if err := g.Stop(context.Background()); err != nil || !ran.Load() {
		t.Errorf("error %v; ran with an ended context: %v", err, ran.Load())
	}
}

func TestGroupErrors(t *testing.T) {
	t.Parallel()
	broken, lateErr := errors.New("broken"), errors.New("late")
	g := NewGroup(context.Background())
	g.GoErr(func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }) // not a failure
	g.GoErr(func(ctx context.Context) error { <-ctx.Done(); return lateErr })
	g.GoErr(func(context.Context) error { return broken })
	<-g.Context().Done() // an error ends the group
	err := g.Stop(context.Background())
	if !errors.Is(err, broken) || !errors.Is(err, lateErr) || errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if again := g.Stop(context.Background()); again.Error() != err.Error() {
		t.Errorf("a second Stop returns %v", again)
	}
}

func TestGroupGoexit(t *testing.T) {
	t.Parallel()
	g := NewGroup(context.Background())
	g.Go(func(context.Context) { runtime.Goexit() })
	if err := g.Stop(context.Background()); err != nil {
		t.Error(err)
	}
}

func TestGroupStuckWorkerIsShown(t *testing.T) {
	t.Parallel()
	var g, other Group
	release := make(chan struct{})
	defer close(release)
	stuckHere := func(context.Context) {
		child := make(chan struct{})
		go func() { defer close(child); thingTheWorkerStarted(release) }()
		<-child
	}
	g.Go(stuckHere)
	other.Go(func(context.Context) { unrelatedWorker(release) })
	var stuck *StuckError
	for { // until both goroutines have got where they block
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		err := g.Stop(ctx)
		cancel()
		if !errors.As(err, &stuck) || stuck.Count != 1 {
			t.Fatalf("error %v, want one stuck worker", err)
		}
		if strings.Contains(stuck.Stacks, "thingTheWorkerStarted") {
			break
		}
	}
	for _, want := range []string{"TestGroupStuckWorkerIsShown", "group_test.go:"} {
		if !strings.Contains(stuck.Error(), want) {
			t.Errorf("%q is not in\n%s", want, stuck)
		}
	}
	if strings.Contains(stuck.Stacks, "unrelatedWorker") {
		t.Errorf("shows a worker of another group:\n%s", stuck.Stacks)
	}
}

func thingTheWorkerStarted(release <-chan struct{}) { <-release }
func unrelatedWorker(release <-chan struct{})       { <-release }

func TestGroupTenThousandWorkers(t *testing.T) {
	t.Parallel()
	const n = 10_000
	var g Group
	var running, ended atomic.Int64
	ticks := make(chan int)
	for i := range n {
		running.Add(1)
		switch i % 3 {
		case 0:
			g.Every(time.Hour, func(context.Context) {})
			running.Add(-1)
			ended.Add(1)
		case 1:
			g.Go(func(ctx context.Context) {
				for range Recv(ctx, ticks) {
				}
				running.Add(-1)
				ended.Add(1)
			})
		default:
			g.Go(func(ctx context.Context) {
				if Sleep(ctx, time.Hour) == nil {
					t.Error("slept through")
				}
				running.Add(-1)
				ended.Add(1)
			})
		}
	}
	if err := g.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if running.Load() != 0 || ended.Load() != n {
		t.Errorf("%d running, %d ended", running.Load(), ended.Load())
	}
	if g.workers.n != 0 {
		t.Errorf("%d workers not joined", g.workers.n)
	}
}

func TestGroupStopAndGoFromManyGoroutines(t *testing.T) {
	t.Parallel()
	var g Group
	var started, ended atomic.Int64
	var all sync.WaitGroup
	for range 50 {
		all.Add(2)
		go func() {
			defer all.Done()
			for range 20 {
				started.Add(1)
				g.Go(func(ctx context.Context) { <-ctx.Done(); ended.Add(1) })
			}
		}()
		go func() {
			defer all.Done()
			if err := g.Stop(context.Background()); err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
	if err := g.Stop(context.Background()); err != nil || started.Load() != ended.Load() {
		t.Errorf("error %v; %d started, %d ended", err, started.Load(), ended.Load())
	}
}

func TestPanicErrorUnwraps(t *testing.T) {
	t.Parallel()
	err := protect(func() error { panic(io.EOF) })
	if !errors.Is(err, io.EOF) || !strings.Contains(err.Error(), "TestPanicErrorUnwraps") {
		t.Errorf("error %v", err)
	}
	if err := protect(func() error { panic("text") }); errors.Unwrap(err) != nil {
		t.Errorf("unwraps to %v", errors.Unwrap(err))
	}
}

func TestTallyUnderflow(t *testing.T) {
	t.Parallel()
	var d Drain
	defer func() {
		if recover() == nil {
			t.Error("Leave without Enter went unnoticed")
		}
	}()
	d.Leave()
}
