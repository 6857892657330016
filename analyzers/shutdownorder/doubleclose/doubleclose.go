// Package doubleclose is the check shutdownorder/double-close: channel is closed by every
// call: the second close panics.
package doubleclose

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore"
	"github.com/lifecyclelint/lifecyclelint/internal/explore/report"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
)

//go:embed doubleclose.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "double-close",
	Aliases:    []string{"unguarded-close"},
	Title:      "channel is closed by every call: the second close panics",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports methods that close a channel whenever they are called,
//
//	func (w *Worker) Stop() { close(w.stop) }
//
// where two calls are known: two of one function on one value,
//
//	defer w.Stop()
//	…
//	w.Stop()
//
// two methods of the type that close the same channel, at once or when they return, and the Close of what others use as
// a net.Listener, net.Conn or the like; and methods whose guard
// two calls at the same time pass, or is a sync.Once that each call has for itself. Silent when one of the calls is on a path that the
// other is not on, when the value or its channel is made anew between the two, and when all
// calls are known and there is at most one. Where no second call is known it is doubtful,
// or unproven: one that an importer makes is reported there.
func run(p *check.Pass) {
	once := closesonce.Of(p.Pass)
	reported := neverMade(p, once)
	reportCalledTwice(p, once, reported)
	reportElements(p, once, reported)
	reportOwnEnd(p, once, reported)
	reportDeferredToo(p, once, reported)
	reportRepeated(p, reported)
	reportByGoroutine(p, reported)
	reportLeftElements(p)
	reportNoMembers(p)
	reportSharedEnds(p, once)
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	reportRacyGuards(p, in)
	reportLocalOnces(p, in)
	reportByCallback(p, in)
	var methods []*types.Func
	for fn := range once.Methods() {
		if fn.Exported() && !reported[fn] && !p.Quiet(fn.Pos()) {
			methods = append(methods, fn)
		}
	}
	slices.SortFunc(methods, func(a, b *types.Func) int { return int(a.Pos() - b.Pos()) })
	for i, fn := range methods {
		if other := closedByBoth(once, methods[:i], fn); other != nil {
			reportClosedByBoth(p, once, other, fn)
			reported[other], reported[fn] = true, true
		} else if reportSeenAs(p, once, fn) {
			reported[fn] = true
		}
	}
	for _, fn := range methods {
		if !reported[fn] && !told(fn) {
			reportUnguarded(p, once, fn)
		}
	}
	report.With(p, report.Hooks{Leaves: func(f *explore.Finding) bool { return closesNil(p, f) }})
}

// reportCalledTwice reports calls of one function that close one channel twice:
// at the close if it is in this package, else at the second call.
func reportCalledTwice(p *check.Pass, once *closesonce.Result, reported map[*types.Func]bool) {
	for _, pair := range calledTwice(p, once) {
		first, second := pair.first, pair.second
		fn := callmatch.Callee(p.TypesInfo, second)
		m := once.Methods()[fn.Origin()]
		if m == nil || !m.Builtin {
			p.Report(check.Finding{
				At: second,
				Message: fmt.Sprintf("the second close panics: each call of %s closes a channel, and %s calls %s on the same value",
					p.Source(second.Fun), p.Where(first.Pos(), second.Pos()), p.Source(first.Fun)),
				Trace:  []check.Hop{{Pos: first.Pos(), Message: "called here too"}},
				Doubts: pair.doubts,
			})
			continue
		}
		if reported[fn.Origin()] {
			continue
		}
		reported[fn.Origin()] = true
		where := fmt.Sprintf("at %s and %s", p.Where(first.Pos(), m.Call.Pos()), p.Where(second.Pos(), m.Call.Pos()))
		if first == second {
			where = "in a loop at " + p.Where(first.Pos(), m.Call.Pos())
		}
		p.Report(check.Finding{
			At:      m.Call,
			Message: fmt.Sprintf("the second close panics: every call of %s closes %s, and it is called on one value %s", fn.Name(), p.Source(m.Call.Args[0]), where),
			Trace:   []check.Hop{{Pos: first.Pos(), Message: "called here"}, {Pos: second.Pos(), Message: "and here"}},
			Doubts:  pair.doubts,
			Fix:     fixOnce(p, m.Call),
		})
	}
}

// structAround returns the struct type that a field is declared in.
func structAround(p *check.Pass, field *ast.Field) *ast.StructType {
	cur, ok := syntax.CursorOf(p, field)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.StructType)(nil)) {
		return c.Node().(*ast.StructType)
	}
	return nil
}
