// Package outsidetransaction is the check jobsafety/outside-transaction: statement runs outside of the
// transaction around it.
package outsidetransaction

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txpool"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txregion"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
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
			if s := pool.Statement(call); s != nil {
				report(p, r, s)
				break
			}
		}
	}
}

// poolOf returns what the transaction of a region is begun on, nil where that is not known.
func poolOf(p *check.Pass, r *txregion.Region) *txpool.Pool {
	expr := txpool.Root(p, r.Pool)
	held := txpool.Named(p, expr)
	if held == nil || held == r.Tx || r.Tx == nil {
		return nil
	}
	if _, ok := catalog.TxPools[callmatch.TypeName(held.Type())]; !ok {
		return nil
	}
	c := &txpool.Pool{P: p, Tx: r.Tx, Held: held}
	if sel, ok := expr.(*ast.SelectorExpr); ok {
		c.Owner = p.Source(sel.X)
	}
	if sel, ok := ast.Unparen(r.Begin.Fun).(*ast.SelectorExpr); ok && r.Helped {
		c.Owner = p.Source(sel.X)
	}
	return c
}

func report(p *check.Pass, r *txregion.Region, s *txpool.Statement) {
	if pos, ok := p.Wanted(s.Call); ok {
		p.Safe(s.Call, p.Source(s.Call.Fun), verdict.Wanted, pos)
		return
	}
	f := check.Finding{
		At: s.Call,
		Message: fmt.Sprintf("%s is not part of the transaction that %s (line %d) begins, and a rollback does not undo it: it runs on %s",
			p.Name(s.Call.Fun), p.Name(r.Begin.Fun), p.Line(r.Begin.Pos()), p.Source(s.On)),
		Trace: []check.Hop{{Pos: r.Begin.Pos(), Message: "the transaction begins here"}},
		Fix:   fix(p, r, s),
	}
	if s.Reads {
		f.Message = fmt.Sprintf("%s does not see what the transaction of %s (line %d) has changed, and takes a second connection: it runs on %s",
			p.Name(s.Call.Fun), p.Name(r.Begin.Fun), p.Line(r.Begin.Pos()), p.Source(s.On))
		f.Doubts = append(f.Doubts, check.Doubting(verdict.OtherObject, s.Call.Pos()))
	}
	if s.At != s.Call {
		f.Trace = append(f.Trace, check.Hop{Pos: s.At.Pos(), Message: "the statement"})
	}
	p.Report(f)
}
