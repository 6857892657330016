package overlappingruns

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// tickClause returns what a loop runs with each tick, around a node of the same function.
func tickClause(p *check.Pass, cur inspector.Cursor) ast.Node {
	for up := range cur.Enclosing((*ast.CommClause)(nil), (*ast.RangeStmt)(nil), (*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch n := up.Node().(type) {
		case *ast.CommClause:
			if receivesTick(p, n.Comm) && inLoop(up) && !ends(n.Body) {
				return n
			}
		case *ast.RangeStmt:
			if isTicker(p, n.X) && !ends(n.Body.List) {
				return n.Body
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

func inLoop(cur inspector.Cursor) bool {
	for up := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		_, loop := up.Node().(*ast.ForStmt)
		return loop
	}
	return false
}

// ends reports whether statements leave the loop.
func ends(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch last := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Label != nil
	}
	return false
}

func receivesTick(p *check.Pass, comm ast.Stmt) bool {
	found := false
	if comm != nil {
		ast.Inspect(comm, func(n ast.Node) bool {
			recv, ok := n.(*ast.UnaryExpr)
			found = found || ok && recv.Op.String() == "<-" && isTicker(p, recv.X)
			return !found
		})
	}
	return found
}

// isTicker reports whether an expression is the channel of a ticker.
func isTicker(p *check.Pass, expr ast.Expr) bool {
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "C" && callmatch.TypeName(callmatch.Deref(p.TypesInfo.TypeOf(sel.X))) == "time.Ticker"
}
