// Package flagleftset is the check lockrace/flag-left-set: flag that keeps other calls out stays set on a return path.
package flagleftset

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

//go:embed flagleftset.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "flag-left-set",
	Title:      "flag that keeps other calls out stays set on a return path",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	if !s.running.CompareAndSwap(false, true) {
//		return nil
//	}
//	if err := s.prepare(); err != nil {
//		return err // no later call gets past the flag
//	}
//	…
//	s.running.Store(false)
//
// and the same with a bool field. Silent where a deferred call resets the flag, where the path calls or starts what
// does, and where the function also keeps the flag set when it succeeds: that it has run once is what the flag says.
func run(p *check.Pass) {
	for _, fn := range ssabuild.Of(p.Pass).Funcs {
		if p.Quiet(fn.Pos()) {
			continue
		}
		for _, claim := range claims(fn) {
			if exits := claim.leaks(); len(exits) > 0 {
				report(p, claim, exits)
			}
		}
	}
}

func report(p *check.Pass, claim *claim, exits []*ssa.Return) {
	stmt, _ := source.Find[*ast.ReturnStmt](p, exits[0].Pos())
	name := claim.name(p)
	if stmt == nil || name == "" || p.Quiet(stmt.Pos()) {
		return
	}
	trace := []check.Hop{
		{Pos: claim.set.Pos(), Message: "set here"},
		{Pos: claim.reset.Pos(), Message: "reset here on another path"},
	}
	for _, other := range exits[1:] {
		trace = append(trace, check.Hop{Pos: other.Pos(), Message: "also left set here"})
	}
	p.Report(check.Finding{
		At: stmt,
		Message: fmt.Sprintf("no later call gets past the test at %s: %s, set at %s, stays set on this return, and is reset only at %s",
			p.Where(claim.test.Pos(), stmt.Pos()), name, p.Where(claim.set.Pos(), stmt.Pos()), p.Where(claim.reset.Pos(), stmt.Pos())),
		Trace: trace,
		Fix:   fix(p, claim, exits),
	})
}
