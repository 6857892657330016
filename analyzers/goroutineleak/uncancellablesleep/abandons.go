package uncancellablesleep

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// abandons returns the case of a select after a position that leaves the function without what a channel tells,
// nil if there is none: it receives from a timer, or the end of a context.
func abandons(p *check.Pass, fn inspector.Cursor, from token.Pos, told *types.Var) (left *ast.CommClause) {
	for c := range fn.Preorder((*ast.SelectStmt)(nil)) {
		sel := c.Node().(*ast.SelectStmt)
		if sel.Pos() < from {
			continue
		}
		waits := false
		var other *ast.CommClause
		for _, clause := range sel.Body.List {
			clause := clause.(*ast.CommClause)
			ch := received(clause.Comm)
			id, ok := ast.Unparen(ch).(*ast.Ident)
			switch {
			case ok && p.TypesInfo.Uses[id] == told:
				waits = true
			case ch != nil && endsWait(p, ch) && returns(clause.Body):
				other = clause
			}
		}
		if waits && other != nil {
			return other
		}
	}
	return nil
}

// received returns the channel that a case receives from, nil if it does not.
func received(comm ast.Stmt) ast.Expr {
	var expr ast.Expr
	switch comm := comm.(type) {
	case *ast.ExprStmt:
		expr = comm.X
	case *ast.AssignStmt:
		expr = comm.Rhs[0]
	}
	if recv, ok := ast.Unparen(expr).(*ast.UnaryExpr); ok && recv.Op == token.ARROW {
		return recv.X
	}
	return nil
}

// endsWait reports whether a channel is that of a timer, or of the end of a context.
func endsWait(p *check.Pass, ch ast.Expr) bool {
	call, ok := ast.Unparen(ch).(*ast.CallExpr)
	return callmatch.IsChanOf(p.TypesInfo.TypeOf(ch), "time.Time") || ok && callmatch.CalleeName(p.TypesInfo, call) == "(context.Context).Done"
}

// returns reports whether a list ends in a return.
func returns(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	_, ok := list[len(list)-1].(*ast.ReturnStmt)
	return ok
}
