package ctxbackground

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

var detachedWithoutTimeout = &check.Check{
	Slug:       "detached-without-timeout",
	Title:      "detached context has no deadline, so that nothing cancels the call",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Heeds:      check.Detaches,
	Since:      "0.1.0",
	Imports:    []string{"context"},
	Run:        runDetachedWithoutTimeout,
}

// habit is how often the methods of a type detach contexts when they do so on
// principle.
const habit = 4

// runDetachedWithoutTimeout reports
//
//	tx.Commit(context.WithoutCancel(ctx))
//
// when no deadline is set between the two. Safe is what sets one, the callee too; what
// somebody can cancel; what is stored, returned or kept, so that a deadline may follow;
// and where a comment gives the reason. What gives something back or starts what lives
// on, a type that detaches as a habit, and work of the module that reaches nobody else
// lower the finding.
func runDetachedWithoutTimeout(p *check.Pass) {
	detached := slices.DeleteFunc(calls(p, func(name string) bool { return name == "context.WithoutCancel" }), func(cur inspector.Cursor) bool {
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
func waitsDetached(p *check.Pass, cur inspector.Cursor) (worst *sink, about []check.Doubt) {
	for _, s := range sinks(p, cur) {
		if s.limit.set || ctxuse.Of(p.Pass).Bounded(s.fn, s.arg) || kept(p, s) {
			continue
		}
		if pos, ok := wanted(p, cur, s.call); ok {
			p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Wanted, pos)
			return nil, nil
		}
		doubts := detachedDoubts(p, s)
		if worst == nil || left(doubts).Compare(left(about)) > 0 {
			worst, about = &s, doubts
		}
	}
	return worst, about
}

// detachedDoubts are reasons why work may do without a deadline.
func detachedDoubts(p *check.Pass, s sink) (list []check.Doubt) {
	at := s.call.Node().Pos()
	if d := livesOn(p, s); d != nil {
		list = append(list, check.Doubting(d, at))
	}
	switch {
	case s.fn == nil || endsSomething(s.fn):
		list = append(list, check.Doubting(verdict.Deliberate, at))
	case !reaches(p, s.fn, 3):
		list = append(list, check.Doubting(verdict.LocalWork, at))
	}
	return list
}

func reportDetached(p *check.Pass, cur inspector.Cursor, s sink, doubts []check.Doubt) {
	call := s.call.Node().(*ast.CallExpr)
	var trace []check.Hop
	if p.Line(call.Pos()) != p.Line(cur.Node().Pos()) {
		trace = []check.Hop{{Pos: call.Pos(), Message: "passed to this call"}}
	}
	p.Report(check.Finding{
		At: cur.Node().(*ast.CallExpr),
		Message: fmt.Sprintf("%[2]s can block forever, and shutdown cannot cancel it: %[1]s has no deadline and no cancel function",
			p.Source(cur.Node()), p.Name(call.Fun)),
		Trace:  trace,
		Doubts: doubts,
		Fix:    fixDetached(p, cur),
	})
}
