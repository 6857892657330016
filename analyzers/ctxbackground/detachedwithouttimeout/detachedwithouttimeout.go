// Package detachedwithouttimeout is the check ctxbackground/detached-without-timeout:
// detached context has no deadline, so that nothing cancels the call.
package detachedwithouttimeout

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed detachedwithouttimeout.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of ctxbackground.
var Check = &check.Check{
	Slug:       "detached-without-timeout",
	Title:      "detached context has no deadline, so that nothing cancels the call",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Heeds:      check.Detaches,
	Since:      "0.1.0",
	Imports:    []string{"context"},
	Pages:      pages,
	Run:        run,
}

// habit is how often the methods of a type detach contexts when they do so on
// principle.
const habit = 4

// run reports
//
//	tx.Commit(context.WithoutCancel(ctx))
//
// when no deadline is set between the two. Safe is what sets one, the callee too; what has
// a cancel function that is more than deferred; what is stored, returned or kept, so that a deadline may follow; and
// where a comment gives the reason. A call that releases something or starts what outlives
// it, a goroutine that is started with the context and that nothing waits for, a type that detaches as a habit,
// and work of the module that has no effect outside the process lower the finding.
func run(p *check.Pass) {
	detached := slices.DeleteFunc(ctxflow.Calls(p, func(name string) bool { return name == "context.WithoutCancel" }), func(cur inspector.Cursor) bool {
		return ofRoot(p, cur) // which had no deadline to lose
	})
	times := make(map[*types.Named]int)
	for _, cur := range detached {
		times[methodOf(p, cur)]++
	}
	for _, cur := range detached {
		var doubts []check.Doubt
		if t := methodOf(p, cur); t != nil && times[t] >= habit {
			doubts = append(doubts, check.Doubting(verdict.Deliberate, t.Obj().Pos()))
		}
		if worst, about := waitsDetached(p, cur); worst != nil {
			reportDetached(p, cur, *worst, slices.Concat(doubts, about))
		}
	}
}

// waitsDetached returns the work that waits with the detached context at cur forever, of
// several that about which there is the least doubt; nil if there is none.
func waitsDetached(p *check.Pass, cur inspector.Cursor) (worst *ctxflow.Sink, about []check.Doubt) {
	for _, s := range ctxflow.SinksReturned(p, cur) {
		if s.Limit.Set || ctxuse.Of(p.Pass).Bounded(s.Fn, s.Arg) || intent.Kept(p, s) {
			continue
		}
		if pos, ok := intent.Wanted(p, cur, s.Call); ok {
			p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Wanted, pos)
			return nil, nil
		}
		if at := timedOut(p, s); at.IsValid() {
			p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Limited, at)
			continue
		}
		doubts := detachedDoubts(p, s)
		if worst == nil || intent.Left(doubts).Compare(intent.Left(about)) > 0 {
			worst, about = &s, doubts
		}
	}
	return worst, about
}

// detachedDoubts are reasons why work may do without a deadline.
func detachedDoubts(p *check.Pass, s ctxflow.Sink) (list []check.Doubt) {
	at := s.Call.Node().Pos()
	if d := intent.LivesOn(p, s); d != nil {
		list = append(list, check.Doubting(d, at))
	}
	switch {
	case s.Fn == nil || intent.EndsSomething(s.Fn):
		list = append(list, check.Doubting(verdict.Deliberate, at))
	case ofInterface(s.Fn):
		list = append(list, check.Doubting(verdict.CalleeLimit, at))
	case !ctxflow.Reaches(p, s.Fn, 3):
		list = append(list, check.Doubting(verdict.LocalWork, at))
	}
	if startsAlone(p, s) {
		list = append(list, check.Doubting(verdict.NotAwaited, at))
	}
	return list
}

// ofInterface reports whether a function is a method of an interface, other than one of the standard library: which
// implementation runs, and whether that sets a limit, is not known.
func ofInterface(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type()) && !callmatch.Std(fn)
}

func reportDetached(p *check.Pass, cur inspector.Cursor, s ctxflow.Sink, doubts []check.Doubt) {
	call := s.Call.Node().(*ast.CallExpr)
	var trace []check.Hop
	if p.Line(call.Pos()) != p.Line(cur.Node().Pos()) {
		trace = []check.Hop{{Pos: call.Pos(), Message: "passed to this call"}}
	}
	p.Report(check.Finding{
		At: cur.Node().(*ast.CallExpr),
		Message: fmt.Sprintf("%[2]s can block forever, and shutdown cannot cancel it: %[1]s has no deadline and %[3]s",
			p.Source(cur.Node()), p.Name(call.Fun), cancelOf(s)),
		Trace:  trace,
		Doubts: doubts,
		Fix:    fixDetached(p, cur),
	})
}

// cancelOf says what there is of a cancel function.
func cancelOf(s ctxflow.Sink) string {
	if s.Deferred {
		return "its cancel function is only deferred"
	}
	return "no cancel function"
}
