// Package outsidetransaction is the check jobsafety/outside-transaction: statement runs outside of the
// transaction around it.
package outsidetransaction

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txregion"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed outsidetransaction.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "outside-transaction",
	Title:      "statement runs outside of the transaction around it",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	tx, err := s.db.BeginTx(ctx, nil)
//	…
//	_, err = s.db.ExecContext(ctx, "UPDATE …") // not tx
//	…
//	err = tx.Commit()
//
// and the same in a function that is run in a transaction, and in a method that it calls and that has the
// same pool. Silent where the statement follows a failure, or the end of the transaction, and in literals.
// With low confidence where it only reads.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, r := range txregion.Find(p) {
		pool := poolOf(p, r)
		if pool == nil {
			continue
		}
		body, ok := astindex.Find(in, r.Body)
		if !ok {
			continue
		}
		for cur := range body.Preorder((*ast.CallExpr)(nil)) {
			call := cur.Node().(*ast.CallExpr)
			if call.Pos() < r.From || call.Pos() >= r.To || call == r.Begin || p.Quiet(call.Pos()) || apart(p, r, cur, body) {
				continue
			}
			if s := pool.statement(call); s != nil {
				report(p, r, s)
				break
			}
		}
	}
}

func report(p *check.Pass, r *txregion.Region, s *statement) {
	if pos, ok := p.Wanted(s.call); ok {
		p.Safe(s.call, p.Source(s.call.Fun), verdict.Wanted, pos)
		return
	}
	f := check.Finding{
		At: s.call,
		Message: fmt.Sprintf("%s is not part of the transaction that %s (line %d) begins, and a rollback does not undo it: it runs on %s",
			p.Name(s.call.Fun), p.Name(r.Begin.Fun), p.Line(r.Begin.Pos()), p.Source(s.on)),
		Trace: []check.Hop{{Pos: r.Begin.Pos(), Message: "the transaction begins here"}},
		Fix:   fix(p, r, s),
	}
	if s.reads {
		f.Message = fmt.Sprintf("%s does not see what the transaction of %s (line %d) has changed, and takes a second connection: it runs on %s",
			p.Name(s.call.Fun), p.Name(r.Begin.Fun), p.Line(r.Begin.Pos()), p.Source(s.on))
		f.Doubts = append(f.Doubts, check.Doubting(verdict.OtherObject, s.call.Pos()))
	}
	if s.at != s.call {
		f.Trace = append(f.Trace, check.Hop{Pos: s.at.Pos(), Message: "the statement"})
	}
	p.Report(f)
}
