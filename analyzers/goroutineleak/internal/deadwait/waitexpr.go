package deadwait

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// waitExpr returns the expression that waits for, or tests, the source.
func waitExpr(p *check.Pass, w ssaflow.Wait) (inspector.Cursor, bool) {
	pos := w.Instr.Pos()
	switch instr := w.Instr.(type) {
	case *ssa.Select:
		for _, s := range instr.States {
			if s.Chan == w.Value {
				pos = s.Pos
			}
		}
	case *ssa.If:
		pos = testPos(w.Value)
	}
	cur, ok := ssainstr.CursorAt(p, pos)
	if !ok {
		return cur, false
	}
	for c := range cur.Enclosing((*ast.RangeStmt)(nil), (*ast.UnaryExpr)(nil), (*ast.CallExpr)(nil), (*ast.SelectorExpr)(nil), (*ast.Ident)(nil)) {
		switch n := c.Node().(type) {
		case *ast.RangeStmt:
			return c.ChildAt(edge.RangeStmt_X, -1), true
		case *ast.Ident:
			if _, ok := c.Parent().Node().(*ast.SelectorExpr); ok {
				continue
			}
			return c, true
		case *ast.UnaryExpr:
			return c, n.Op == token.ARROW
		default:
			return c, true
		}
	}
	return cur, false
}

// testPos returns the position of the flag or call that a condition is about.
func testPos(cond ssa.Value) token.Pos {
	switch cond := cond.(type) {
	case *ssa.UnOp:
		return testPos(cond.X)
	case *ssa.BinOp:
		return testPos(cond.X)
	}
	return cond.Pos()
}
