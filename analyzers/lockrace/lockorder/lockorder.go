// Package lockorder is the check lockrace/lock-order: two locks are acquired in both
// orders.
package lockorder

import (
	"embed"
	"fmt"
	"go/ast"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore/report"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed lockorder.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "lock-order",
	Title:      "two locks are acquired in both orders",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports, at the place that fewer others agree with,
//
//	a.mu.Lock(); b.mu.Lock() // here
//	b.mu.Lock(); a.mu.Lock() // there
//
// through callees and across packages, also as a ring of three or four locks, and where this package puts the value
// of one package into the interface of another. A lock stands
// for all instances of its field. Safe are orders that a third lock keeps apart, locks of
// which none of the parties writes, TryLock, and objects that no other goroutine has yet.
func run(p *check.Pass) {
	others := locks.Orders(p.Pass)
	for _, c := range lockuse.Wired(others) {
		reportWired(p, c)
	}
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	own := lockuse.Edges(model)
	for _, c := range lockuse.Cycles(own, others) {
		if call := source.CallExpr(p, c.At); call != nil && !p.Quiet(c.Pos()) {
			reportLockOrder(p, c, call)
		}
	}
	for _, r := range lockuse.Rings(own, others) {
		if call := source.CallExpr(p, r[0].At); call != nil && !p.Quiet(r[0].Pos()) {
			reportRing(p, r, call)
		}
	}
	for f := range source.Functions(p) {
		for _, s := range lockuse.Sames(f) {
			if call := source.CallExpr(p, s.At); call != nil {
				reportSame(p, s, call)
			}
		}
	}
	report.Report(p)
}

// reportSame reports
//
//	from.mu.Lock()
//	to.mu.Lock() // a transfer in the other direction locks them in the other order
//
// of two arguments. There is no fix: what orders the two, only their owner knows.
func reportSame(p *check.Pass, s lockuse.Same, call *ast.CallExpr) {
	first := source.CallAt(p, s.Held.Pos)
	if first == nil {
		return
	}
	held := source.ReceiverText(p, first)
	if held == "" { // a literal acquires it
		held = "that of the other argument"
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("two calls with swapped arguments deadlock: %s is acquired while %s is held since line %d, in the order of the arguments",
			source.ReceiverText(p, call), held, p.Line(first.Pos())),
		Trace:  []check.Hop{{Pos: first.Pos(), Message: "acquired first here"}},
		Doubts: []check.Doubt{check.Doubting(verdict.HandedIn, call.Pos())},
	})
}

func reportLockOrder(p *check.Pass, c lockuse.Cycle, call *ast.CallExpr) {
	back := c.Back
	trace := []check.Hop{{Pos: c.Held.Pos, Message: source.ShortKey(p, c.From) + " is acquired here"}}
	where, by := back.Elsewhere, ""
	if back.At != nil {
		where = fmt.Sprintf("%s (held since %s)", p.Where(back.Pos(), call.Pos()), p.Where(back.Held.Pos, back.Pos()))
		trace = append(trace,
			check.Hop{Pos: back.Held.Pos, Message: source.ShortKey(p, back.From) + " is acquired here"},
			check.Hop{Pos: back.Pos(), Message: "and the other lock here, while it is held"})
	}
	if !c.Direct {
		by = " by " + p.Name(call.Fun)
	}
	var doubts []check.Doubt
	if back.Wiring.Others {
		doubts = append(doubts, check.Doubting(verdict.OtherType, back.Wiring.Pos))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("lock order inversion, which can deadlock: %s is acquired%s while %s is held since line %d, and in the opposite order at %s; %d of %d places have this order",
			source.ShortKey(p, c.To), by, source.ShortKey(p, c.From), p.Line(c.Held.Pos), where, c.Odd, c.Odd+c.Usual),
		Trace:  trace,
		Doubts: doubts,
		Fix:    fixLockOrder(p, c, call),
	})
}

// reportRing reports three locks or more of which each is acquired under the one
// before it, and the first under the last.
func reportRing(p *check.Pass, r lockuse.Ring, call *ast.CallExpr) {
	var rest []string
	trace := []check.Hop{{Pos: r[0].Held.Pos, Message: source.ShortKey(p, r[0].From) + " is acquired here"}}
	for _, e := range r[1:] {
		where := e.Elsewhere
		if e.At != nil {
			where = p.Where(e.Pos(), call.Pos())
			if len(trace) < 3 {
				trace = append(trace, check.Hop{Pos: e.Pos(), Message: source.ShortKey(p, e.To) + " is acquired under " + source.ShortKey(p, e.From) + " here"})
			}
		}
		rest = append(rest, fmt.Sprintf("%s under %s at %s", source.ShortKey(p, e.To), source.ShortKey(p, e.From), where))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("lock order cycle, which can deadlock: %s is acquired while %s is held since line %d, %s",
			source.ShortKey(p, r[0].To), source.ShortKey(p, r[0].From), p.Line(r[0].Held.Pos), strings.Join(rest, ", ")),
		Trace: trace,
	})
}
