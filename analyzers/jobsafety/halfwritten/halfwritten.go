// Package halfwritten is the check jobsafety/half-written: two writes that belong together run without a transaction.
package halfwritten

import (
	"embed"
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/poolops"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed halfwritten.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "half-written",
	Title:      "two writes that belong together run without a transaction",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Unfixable:  "both have to run in one transaction, which the functions that run them have to be passed",
	Run:        run,
}

// run reports
//
//	err := db.QueryRowContext(ctx, "INSERT INTO groups …").Scan(&id)
//	…
//	_, err = db.ExecContext(ctx, "INSERT INTO members …", id)
//
// on a pool, where the function returns after an error of either, and the same with functions of the package that
// run the statements. Silent is a failure that takes back the first write, and one that is only logged. The first
// such pair of a function is reported.
func run(p *check.Pass) {
	for fn := range poolops.Funcs(p) {
		if w := find(p, fn); w != nil {
			report(p, fn, w)
		}
	}
}

// find returns the first two writes of a function that belong together.
func find(p *check.Pass, fn ast.Node) (low *pair) {
	ops := poolops.Of(p, fn)
	for i, second := range ops {
		if !second.Writes() {
			continue
		}
		for _, first := range ops[:i] {
			if !first.Writes() || first.On != second.On {
				continue
			}
			w := pairOf(p, fn, first, second)
			if w == nil || !w.follows() {
				continue
			}
			if w.bond() == strong {
				return w
			}
			if low == nil && w.bond() == weak {
				low = w
			}
		}
	}
	return low
}

func report(p *check.Pass, fn ast.Node, w *pair) {
	at := w.second.Call
	if undone := w.undone(); undone != nil {
		p.Safe(at, p.Source(at.Fun), verdict.Handled, undone.Pos())
		return
	}
	if pos, ok := p.Wanted(at); ok {
		p.Safe(at, p.Source(at.Fun), verdict.Wanted, pos)
		return
	}
	f := check.Finding{
		At: at,
		Message: fmt.Sprintf("a failure here leaves half of the change: %s runs without a transaction, and what %s (%s) has written stays",
			p.Name(w.b.Fun), p.Name(w.a.Fun), p.Where(w.a.Pos(), at.Pos())),
		Trace:  []check.Hop{{Pos: w.first.At.Pos(), Message: "written first"}},
		Doubts: poolops.Doubts(p, w.second),
	}
	if w.second.At != at {
		f.Trace = append(f.Trace, check.Hop{Pos: w.second.At.Pos(), Message: "written then"})
	}
	if w.bond() == weak {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.StandsAlone, w.first.At.Pos()))
	}
	if decl, ok := fn.(*ast.FuncDecl); ok && catalog.SetsUp(decl.Name.Name) {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.Bootstrap, decl.Pos()))
	}
	p.Report(f)
}
