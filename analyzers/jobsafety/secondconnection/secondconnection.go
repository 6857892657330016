// Package secondconnection is the check jobsafety/second-connection: a statement needs a second connection while
// the rows of a query, or the function itself, hold one.
package secondconnection

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txpool"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed secondconnection.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "second-connection",
	Title:      "a statement needs a second connection of the pool while one is held",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.2.0",
	Unfixable:  "the rows have to be read out first, or the statement has to join the query",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	rows, err := s.db.Query("SELECT id FROM outbox")
//	…
//	for rows.Next() {
//		…
//		_, err := s.db.Exec("UPDATE outbox SET sent = 1 WHERE id = ?", id) // rows has the connection
//	}
//
// and the same in a method that the loop calls and that has the same pool. A pool of one connection deadlocks with
// the first row; one with more when as many loops run. The same holds for a connection that is taken from the pool.
// Silent where the rows or the connection are closed before the statement. What runs beside a transaction is for
// outside-transaction.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.ForStmt)(nil), (*ast.IfStmt)(nil), (*ast.AssignStmt)(nil)) {
		h := holding(p, cur)
		if h == nil || p.Quiet(cur.Node().Pos()) {
			continue
		}
		if s := h.statement(p); s != nil {
			report(p, h, s)
		}
	}
}

func report(p *check.Pass, h *holder, s *txpool.Statement) {
	f := check.Finding{
		At: s.Call,
		Message: fmt.Sprintf("%s needs a second connection while %s holds one (line %d): it blocks forever when the pool has no other left",
			p.Name(s.Call.Fun), h.pool.Tx.Name(), p.Line(h.query.Pos())),
		Trace:  []check.Hop{{Pos: h.query.Pos(), Message: "the connection is taken here"}},
		Doubts: limits(p, h),
	}
	if s.At != s.Call {
		f.Trace = append(f.Trace, check.Hop{Pos: s.At.Pos(), Message: "the statement"})
	}
	if len(f.Doubts) == 0 {
		f.Message = fmt.Sprintf("%s deadlocks: it needs a second connection while %s holds the only one of the pool (line %d)",
			p.Name(s.Call.Fun), h.pool.Tx.Name(), p.Line(h.query.Pos()))
	}
	p.Report(f)
}

// limits returns the doubts that a connection is left: none where the package limits the pool to one.
func limits(p *check.Pass, h *holder) []check.Doubt {
	known := catalog.PoolLimited[callmatch.TypeName(h.pool.Held.Type())]
	for _, to := range calls.All(p.Pass) {
		if !catalog.PoolLimits[to.Name] {
			continue
		}
		known = true
		if v := p.TypesInfo.Types[to.Expr.Args[0]].Value; v != nil && v.ExactString() == "1" {
			return nil
		}
	}
	if known {
		return []check.Doubt{check.Doubting(verdict.SpareConn, h.query.Pos())}
	}
	return []check.Doubt{check.Doubting(verdict.NoPoolLimit, h.query.Pos())}
}
