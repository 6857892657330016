// Package doublelock is the check lockrace/double-lock: goroutine acquires a lock that it
// already holds.
package doublelock

import (
	"embed"
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore/report"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed doublelock.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "double-lock",
	Title:      "goroutine acquires a lock that it already holds",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	s.mu.Lock()
//	defer s.mu.Unlock()
//	return s.Len() // locks s.mu
//
// directly, through callees, through a member that points back to the object, and through
// the String or Error method of what is formatted. A second RLock is reported if there is a
// writer: one that waits between the two makes it a deadlock. Silent when the lock is held
// on some paths only, when the callee locks only if its caller says so, when it releases
// the lock first, and when the two may be locks of different objects.
func run(p *check.Pass) {
	for f := range source.Functions(p) {
		for _, d := range lockuse.Doubles(f) {
			reportDoubleLock(p, f, d)
		}
	}
	report.Report(p)
}

func reportDoubleLock(p *check.Pass, f *lockset.Func, d lockuse.Double) {
	call := source.CallExpr(p, d.At)
	if call == nil {
		return
	}
	held := source.CallAt(p, d.Held.Pos)
	lock := "the lock"
	if held != nil && d.Held.Callee == nil {
		lock = source.ReceiverText(p, held)
	}
	if d.Deferred != nil {
		reportDeferredInLoop(p, d, call, lock)
		return
	}
	where := p.Where(d.Held.Pos, call.Pos())
	what := fmt.Sprintf("%s is acquired again while it is held since %s", lock, where)
	trace := []check.Hop{{Pos: d.Held.Pos, Message: "acquired here"}}
	if d.Op.Callee != nil {
		what = fmt.Sprintf("%s acquires %s, held since %s", calleeText(p, d, call), lock, where)
		if d.Op.At.IsValid() {
			trace = append(trace, check.Hop{Pos: d.Op.At, Message: "acquired again here"})
		}
	}
	var found []check.Doubt
	switch {
	case d.Among:
		p.Report(amongAll(p, f, d, call, lock))
		return
	case d.Likely:
		found = append(found, check.Doubting(verdict.UnknownCallee, call.Pos()))
	}
	consequence := "deadlock: "
	if d.Op.Read && d.Held.Read {
		consequence = "recursive RLock: a waiting writer deadlocks both; "
	}
	p.Report(check.Finding{
		At:      call,
		Message: consequence + what,
		Trace:   trace,
		Doubts:  found,
		Fix:     fixDoubleLock(p, f, d, call, held),
	})
}

// reportDeferredInLoop reports a lock that the next iteration of a loop acquires again.
func reportDeferredInLoop(p *check.Pass, d lockuse.Double, call *ast.CallExpr, lock string) {
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("deadlock: the next iteration acquires %s again, and the deferred unlock at %s runs only when the function returns",
			lock, p.Where(d.Deferred.Pos(), call.Pos())),
		Trace: []check.Hop{{Pos: d.Deferred.Pos(), Message: "deferred here"}},
	})
}

// amongAll reports the lock of an element of a container that may have the object whose lock is held.
func amongAll(p *check.Pass, f *lockset.Func, d lockuse.Double, call *ast.CallExpr, lock string) check.Finding {
	trace := []check.Hop{{Pos: d.Held.Pos, Message: "acquired here"}}
	if d.Op.At.IsValid() {
		trace = append(trace, check.Hop{Pos: d.Op.At, Message: "acquired for each here"})
	}
	consequence := "deadlock: "
	if d.Op.Read && d.Held.Read {
		consequence = "recursive RLock: a waiting writer deadlocks both; "
	}
	return check.Finding{
		At: call,
		Message: fmt.Sprintf("%sthe loop acquires the lock of each %s, and one may be %s, whose %s is held since %s", consequence,
			callmatch.Named(d.Held.Root.Type()).Obj().Name(), d.Held.Root.Name(), lock, p.Where(d.Held.Pos, call.Pos())),
		Trace:  trace,
		Doubts: []check.Doubt{check.Doubting(verdict.MayDiffer, call.Pos())},
	}
}

// calleeText names the callee as the call does; a String or Error method that is
// called by a formatter has no name there.
func calleeText(p *check.Pass, d lockuse.Double, call *ast.CallExpr) string {
	if fn := callmatch.Callee(p.TypesInfo, call); fn != nil && fn.Name() != d.Op.Callee.Name() {
		return "method " + d.Op.Callee.Name() + " of an operand"
	}
	return p.Name(call.Fun)
}
