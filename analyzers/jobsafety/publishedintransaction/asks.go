package publishedintransaction

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txregion"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// asks reports a call that waits for another machine in a transaction which has locked rows:
//
//	row := tx.QueryRowContext(ctx, `SELECT … FOR UPDATE`, id)
//	…
//	receipt, err := s.gateway.Charge(ctx, customer, cents)
//
// Silent is what takes part in the transaction, and a publication, which the check reports as that.
func asks(p *check.Pass, r *txregion.Region) {
	sends := outbound.Of(p.Pass)
	if !sends.Any() {
		return
	}
	locks := token.NoPos
	ast.Inspect(r.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return ast.Node(n) == r.Body
		case *ast.DeferStmt, *ast.GoStmt:
			return false
		case *ast.BasicLit:
			if n.Kind == token.STRING && r.From < n.Pos() && n.Pos() < r.To && locksRows(n.Value) {
				locks = n.Pos()
			}
		case *ast.CallExpr:
			fn := callmatch.Callee(p.TypesInfo, n)
			if fn == nil || !locks.IsValid() || n.Pos() >= r.To || publishes(p, n, 2) != nil || slices.ContainsFunc(n.Args, func(arg ast.Expr) bool { return isTx(p, r, arg) }) {
				return true
			}
			if sends.Sends(fn) && !catalog.Buffers[callmatch.Name(fn)] && callmatch.CanFail(fn.Signature()) {
				reportAsked(p, r, n, locks)
			}
		}
		return true
	})
}

// locksRows reports whether a statement locks rows until the end of its transaction.
func locksRows(lit string) bool {
	text := strings.ToLower(strings.Trim(lit, "`\" \t\n"))
	return catalog.LocksRows(lit) || strings.HasPrefix(text, "update ")
}

func reportAsked(p *check.Pass, r *txregion.Region, call *ast.CallExpr, locks token.Pos) {
	if pos, ok := p.Wanted(call); ok {
		p.Safe(call, p.Source(call.Fun), verdict.Wanted, pos)
		return
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("rows stay locked, and a connection of the pool in use, while another machine does not respond: %s runs in the transaction of %s (line %d)",
			p.Source(call.Fun), p.Source(r.Begin.Fun), p.Line(r.Begin.Pos())),
		Trace: []check.Hop{{Pos: r.Begin.Pos(), Message: "the transaction begins here"}, {Pos: locks, Message: "locked here"}},
	})
}
