package lifecycletest

import (
	"io"
	"net/http"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// leakWait is how long goroutines may take to end after the test; tests change it.
var leakWait = 2 * time.Second

// NoLeaks fails the test if goroutines that it started, or that those started, are still
// there 2 s after its end. Call it first, from the goroutine of the test: what is cleaned
// up later has then already been stopped.
//
// Goroutines of other tests do not count: a goroutine belongs to the test if the chain of
// "created by" leads to it. Where the chain is broken because a creator has ended, the
// goroutine counts unless other tests run at the same time. The idle connections of
// http.DefaultClient and lifecycle.DefaultClient are closed first. If the binary was built
// with the goroutineleak profile (GOEXPERIMENT=goroutineleakprofile), goroutines that are
// blocked forever fail the test without the wait.
//
// The stacks are also written to the directory that the environment variable
// LIFECYCLE_PROFILES names, if it is set: lifecyclelint confirm --profile reads them and
// names the findings that they confirm.
func NoLeaks(t testing.TB) {
	t.Helper()
	before := snapshot()
	w := watch{self: currentID(), before: before}
	w.alone = !w.otherTests(before)
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		lifecycle.DefaultClient.CloseIdleConnections()
		if stacks := w.wait(leakWait); len(stacks) > 0 {
			left(t, stacks)
			t.Errorf("lifecycletest: %d goroutine(s) left behind:\n\n%s", len(stacks), strings.Join(stacks, "\n\n"))
		}
	})
}

// watch distinguishes the goroutines of one test from all others.
type watch struct {
	self   int // the test's goroutine
	before map[int]goroutine
	alone  bool // no other test has been seen
}

// wait returns the stacks of the test's goroutines that do not end in time.
func (w *watch) wait(limit time.Duration) []string {
	deadline := time.Now().Add(limit)
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		left, leaked := w.left()
		if len(left) == 0 || leaked || time.Now().After(deadline) {
			return left
		}
		time.Sleep(pause)
		if pause > 10*time.Millisecond { // it stops the world
			detectLeaks()
		}
	}
}

// left returns the stacks of the test's goroutines, and whether the runtime has
// found one of them to be leaked.
func (w *watch) left() (stacks []string, leaked bool) {
	now := snapshot()
	w.alone = w.alone && !w.otherTests(now)
	for id, g := range now {
		if _, old := w.before[id]; old || g.infrastructure() || !w.mine(g, now) {
			continue
		}
		stacks = append(stacks, g.stack)
		leaked = leaked || g.leaked
	}
	return stacks, leaked
}

// mine follows the creators of g.
func (w *watch) mine(g goroutine, now map[int]goroutine) bool {
	for id := g.creator; id != w.self; id = now[id].creator {
		if _, old := w.before[id]; old {
			return false
		}
		if _, alive := now[id]; !alive {
			return w.alone
		}
	}
	return true
}

// otherTests reports whether a test runs that is neither this one nor one of
// those it is part of.
func (w *watch) otherTests(all map[int]goroutine) bool {
	related := map[int]bool{}
	for id := w.self; id != 0; id = all[id].creator {
		related[id] = true
	}
	for id, g := range all {
		if g.test() && !related[id] {
			return true
		}
	}
	return false
}

// detectLeaks makes the runtime look for leaked goroutines, if it can; stacks are marked
// after that.
func detectLeaks() {
	if p := pprof.Lookup("goroutineleak"); p != nil {
		_ = p.WriteTo(io.Discard, 0) // only the marks count
	}
}
