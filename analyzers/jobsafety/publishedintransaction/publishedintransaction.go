// Package publishedintransaction is the check jobsafety/published-in-transaction: message or
// cache entry leaves a transaction that may still roll back.
package publishedintransaction

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/publishing"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txregion"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed publishedintransaction.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "published-in-transaction",
	Title:      "message or cache entry leaves a transaction that may still roll back",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Unfixable:  "what is published has to be kept until the commit, or stored in an outbox",
	Run:        run,
}

// run reports
//
//	tx, err := db.BeginTx(ctx, nil)
//	…
//	err = writer.WriteMessages(ctx, message)
//	…
//	err = tx.Commit()
//
// and the same in a function that runs in a transaction, also where a function of the
// package publishes, or an interface that stands for the client of the broker. Safe is what is published after the commit.
func run(p *check.Pass) {
	for _, r := range slices.Concat(txregion.Find(p), txregion.ByType(p)) {
		within(p, r)
		wakes(p, r)
	}
}

// within reports what is published in a transaction.
func within(p *check.Pass, r *txregion.Region) {
	locks := token.NoPos
	ast.Inspect(r.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return ast.Node(n) == r.Body // another one runs later, or is called back
		case *ast.BasicLit:
			if n.Kind == token.STRING && n.Pos() > r.From && n.Pos() < r.To && catalog.LocksRows(n.Value) {
				locks = n.Pos()
			}
		case *ast.CallExpr:
			if n.Pos() < r.From || n.Pos() >= r.To {
				return true
			}
			if at := publishing.Call(p, n, 2); at != nil && !kept(p, r, n, at) {
				report(p, r.Begin, n, at, locks)
				return false
			}
		}
		return true
	})
}

// kept reports whether a call is on the transaction, or passed it: that stores what is published in an outbox. A
// function that has made the transaction may also publish after the commit what is kept in it.
//
//	s.inTx(ctx, func(u *unit) error { return u.Publish(ctx, "orders.placed", body) })
func kept(p *check.Pass, r *txregion.Region, call, at *ast.CallExpr) bool {
	if r.Tx == nil || !r.Helped && at != call {
		return false
	}
	parts := call.Args
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		parts = append([]ast.Expr{sel.X}, parts...)
	}
	return slices.ContainsFunc(parts, func(part ast.Expr) bool { return callmatch.Root(p.TypesInfo, part) == types.Object(r.Tx) })
}

func report(p *check.Pass, begin, call, at *ast.CallExpr, locks token.Pos) {
	f := check.Finding{
		At: call,
		Message: fmt.Sprintf("others see what may never be committed: %s leaves the transaction that %s (line %d) begins, ahead of its commit",
			p.Source(call.Fun), p.Source(begin.Fun), p.Line(begin.Pos())),
		Trace: []check.Hop{{Pos: begin.Pos(), Message: "the transaction begins here"}},
	}
	if at != call {
		f.Trace = append(f.Trace, check.Hop{Pos: at.Pos(), Message: "published here"})
	}
	if locks.IsValid() {
		f.Message = fmt.Sprintf("rows stay locked while the broker does not respond: %s runs in the transaction of %s (line %d), which locks them",
			p.Source(call.Fun), p.Source(begin.Fun), p.Line(begin.Pos()))
		f.Trace = append(f.Trace, check.Hop{Pos: locks, Message: "locked here"})
	}
	if pos, ok := p.Wanted(call); ok {
		p.Safe(call, p.Source(call.Fun), verdict.Wanted, pos)
		return
	}
	p.Report(f)
}
