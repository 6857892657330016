// Package mixedatomic is the check lockrace/mixed-atomic: variable is accessed with and
// without atomic operations.
package mixedatomic

import (
	"embed"
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/races/atomics"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed mixedatomic.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "mixed-atomic",
	Title:      "variable is accessed with and without atomic operations",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	atomic.AddInt64(&s.served, 1) // by handlers
//	return s.served // by Stats
//
// for fields and package variables. Silent while no other goroutine has the object, when a
// lock keeps the two apart, after a wait for a group, a signal or a compare-and-swap that
// decides which goroutine continues, and when a compare-and-swap checks what was read.
// Another atomic operation before it, which may order the two, is a doubt; in functions
// whose callers are not all known nothing is proven. A number that is only printed, in an
// error or a log, is of low confidence.
func run(p *check.Pass) {
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	for _, m := range atomics.FindMixed(model) {
		expr := source.NameAt(p, m.Pos)
		switch {
		case expr == nil || p.Quiet(m.Pos):
		case m.Settled:
			p.Safe(expr, p.Source(expr), verdict.Handled, m.Atomic)
		default:
			reportMixedAtomic(p, m, expr)
		}
	}
}

func reportMixedAtomic(p *check.Pass, m atomics.Mixed, expr ast.Expr) {
	verb := "read"
	if m.Write {
		verb = "written"
	}
	var doubts []check.Doubt
	if m.Ordered {
		doubts = append(doubts, check.Doubting(verdict.Ordered, m.Pos))
	}
	if m.Told {
		doubts = append(doubts, check.Doubting(verdict.NothingWon, m.Pos))
	}
	if m.Configured {
		doubts = append(doubts, check.Doubting(verdict.StaleValue, m.Pos))
	}
	if m.Early {
		doubts = append(doubts, check.Doubting(verdict.BeforeSharing, m.Pos))
	}
	if m.Unknown {
		doubts = append(doubts, check.Doubting(verdict.MaybeHeld, m.Pos))
	}
	text := fmt.Sprintf("data race: %s is %s without an atomic operation, and accessed atomically at %s",
		p.Source(expr), verb, p.Where(m.Atomic, expr.Pos()))
	trace := []check.Hop{{Pos: m.Atomic, Message: "accessed atomically here"}}
	if m.Written != nil {
		text = fmt.Sprintf("data race with %s: %s is read and written there without an atomic operation, and accessed atomically at %s",
			p.Where(m.Written.Pos, expr.Pos()), p.Source(expr), p.Where(m.Atomic, expr.Pos()))
		trace = append(trace, check.Hop{Pos: m.Written.Pos, Message: "written here"})
	}
	p.Report(check.Finding{
		At:      expr,
		Message: text,
		Trace:   trace,
		Doubts:  doubts,
		Fix:     fixMixedAtomic(p, m, expr),
	})
}
