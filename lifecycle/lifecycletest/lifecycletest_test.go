package lifecycletest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

func TestMain(m *testing.M) {
	slog.SetDefault(quiet) // what the process-wide default logs is no output of tests
	os.Exit(m.Run())
}

// recorder is a test that may fail without failing the one that looks at it.
type recorder struct {
	testing.TB
	failures []string
	cleanups []func()
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, a ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, a...))
}
func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }

// finish does what package testing does at the end of a test.
func (r *recorder) finish() string {
	for _, f := range slices.Backward(r.cleanups) {
		f()
	}
	return strings.Join(r.failures, "\n")
}

var (
	quiet = slog.New(slog.DiscardHandler)
	hello = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") })
)

func TestStart(t *testing.T) {
	NoLeaks(t)
	hook := false
	srv := lifecycle.New(hello, "", quiet, lifecycle.WithDrain(time.Hour), lifecycle.WithGrace(3*time.Hour)) // Stop does without the drain
	srv.OnShutdown(func(context.Context) { hook = true })
	srv.MarkReady()
	r := Start(t, srv)
	resp, err := http.Get(r.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil || string(body) != "hello" {
		t.Errorf("error %v, body %q", err, body)
	}
	if err := r.Stop(); err != nil || !hook {
		t.Errorf("error %v, hook ran: %v", err, hook)
	}
	if err := r.Stop(); err != nil {
		t.Errorf("second Stop: %v", err)
	}
}

func TestSignalDrains(t *testing.T) {
	srv := lifecycle.New(hello, "", quiet, lifecycle.WithDrain(50*time.Millisecond))
	srv.MarkReady()
	r := Start(t, srv)
	for srv.State() != lifecycle.StateReady {
		time.Sleep(time.Millisecond)
	}
	r.Signal(syscall.SIGTERM)
	<-srv.Draining()
	<-r.Done()
	if steps := srv.Report().Steps; steps[0].Phase.String() != "drain" {
		t.Errorf("no drain:\n%v", srv.Report())
	}
}

func TestStartReportsErrorsAndAbandoned(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	broken := errors.New("broken")
	srv := lifecycle.New(hello, "", quiet)
	srv.OnShutdown(func(context.Context) { <-release }, lifecycle.Budget(10*time.Millisecond), lifecycle.Named("stuck hook"))
	srv.OnShutdownErr(func(context.Context) error { return broken })
	rec := &recorder{TB: t}
	Start(rec, srv)
	failed := rec.finish()
	for _, want := range []string{`clients "stuck hook" was abandoned`, "the server stopped with", "broken"} {
		if !strings.Contains(failed, want) {
			t.Errorf("%q is not in:\n%s", want, failed)
		}
	}
}

func TestStopReturnsTheErrorToTheTest(t *testing.T) {
	broken := errors.New("broken")
	srv := lifecycle.New(hello, "", quiet)
	srv.OnShutdownErr(func(context.Context) error { return broken })
	rec := &recorder{TB: t}
	if err := Start(rec, srv).Stop(); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if failed := rec.finish(); failed != "" {
		t.Errorf("an error that the test asked for failed it: %s", failed)
	}
}

// Each test has a process-wide default that lives.
func TestDefaultIsRenewed(t *testing.T) {
	for range 3 {
		rec := &recorder{TB: t}
		hook, worker := false, false
		lifecycle.OnShutdown(func(context.Context) { hook = true })
		lifecycle.Go(func(ctx context.Context) { <-ctx.Done(); worker = true })
		r := Start(rec, lifecycle.New(hello, "", quiet))
		if lifecycle.Context().Err() != nil {
			t.Fatal("the previous test's shutdown is still there")
		}
		if err := r.Stop(); err != nil || !hook || !worker {
			t.Errorf("error %v, hook %v, worker %v", err, hook, worker)
		}
		if failed := rec.finish(); failed != "" {
			t.Error(failed)
		}
	}
}

func TestReset(t *testing.T) {
	before := lifecycle.Context()
	rec := &recorder{TB: t}
	Reset(rec)
	own := lifecycle.Context()
	hook := false
	lifecycle.OnShutdown(func(context.Context) { hook = true })
	if failed := rec.finish(); failed != "" {
		t.Error(failed)
	}
	if !hook || own.Err() == nil || before.Err() != nil || lifecycle.Context() != before {
		t.Error("want the test's own default shut down, and the previous one back")
	}
}

func TestNoLeaksFindsLeak(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	rec := &recorder{TB: t}
	NoLeaks(rec)
	go leakedChild(release)
	parent := make(chan struct{})
	go func() { go leakedGrandchild(release); close(parent) }()
	<-parent
	failed := rec.finish()
	if !strings.Contains(failed, "2 goroutine(s) left behind") ||
		!strings.Contains(failed, "leakedChild") || !strings.Contains(failed, "leakedGrandchild") {
		t.Errorf("reported: %s", failed)
	}
}

func leakedChild(release <-chan struct{})      { <-release }
func leakedGrandchild(release <-chan struct{}) { <-release }

// patient makes NoLeaks wait for as long as it takes, in a test that must not depend
// on how soon goroutines end.
func patient(t *testing.T) {
	old := leakWait
	leakWait = time.Hour
	t.Cleanup(func() { leakWait = old })
}

func TestNoLeaksLetsGoroutinesEnd(t *testing.T) {
	patient(t)
	release := make(chan struct{})
	defer close(release)
	go leakedChild(release) // before: not the test's
	rec := &recorder{TB: t}
	NoLeaks(rec)
	go func() { time.Sleep(100 * time.Millisecond) }()
	if failed := rec.finish(); failed != "" {
		t.Error(failed)
	}
}

func TestNoLeaksIgnoresOtherTests(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	var rec *recorder
	t.Run("group", func(t *testing.T) {
		looking, started, checked := make(chan struct{}), make(chan struct{}), make(chan struct{})
		t.Run("other", func(t *testing.T) {
			t.Parallel()
			<-looking
			go leakedChild(release)
			grandchild := make(chan struct{})
			go func() { go leakedGrandchild(release); close(grandchild) }()
			<-grandchild
			close(started)
			<-checked // this test is still there when the other one is checked
		})
		t.Run("this", func(t *testing.T) {
			t.Parallel()
			defer close(checked)
			rec = &recorder{TB: t}
			NoLeaks(rec)
			close(looking)
			<-started
			if failed := rec.finish(); failed != "" {
				t.Errorf("blamed for another test:\n%s", failed)
			}
		})
	})
}

func TestNoLeaksKnowsWhatTheRuntimeFound(t *testing.T) {
	if pprof.Lookup("goroutineleak") == nil {
		t.Skip("built without the goroutineleak profile")
	}
	patient(t) // it does not wait for what the runtime has found
	rec := &recorder{TB: t}
	NoLeaks(rec)
	go leakedChild(make(chan struct{})) // no goroutine has the other end
	if failed := rec.finish(); !strings.Contains(failed, "(leaked)") {
		t.Error(failed)
	}
}
