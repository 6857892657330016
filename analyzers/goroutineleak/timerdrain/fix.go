package timerdrain

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix lets the receive go on where the channel is empty, which is right in each version of Go and after
// each result of Stop. Where the receive runs after a Stop that returned true, the test is negated. There is
// none where the receive is not a statement of its own.
func fix(p *check.Pass, recv ast.Node, stop *ssa.Call, o result) *edit.Fix {
	expr, ok := recv.(*ast.UnaryExpr)
	if !ok {
		return nil
	}
	cur, ok := astindex.Find(p.ResultOf[inspect.Analyzer].(*inspector.Inspector), expr)
	if !ok {
		return nil
	}
	stmt, ok := cur.Parent().Node().(*ast.ExprStmt)
	if !ok || !slices.Contains(astindex.Stmts(cur.Parent().Parent().Node()), ast.Stmt(stmt)) {
		return nil
	}
	e := p.Edit(recv.Pos())
	if o == stopped && !negate(p, e, stop) {
		return nil
	}
	e.Replace(stmt.Pos(), stmt.End(), "select {\ncase "+p.Source(stmt)+":\ndefault:\n}")
	return e.Fix("Receive from "+p.Source(expr.X)+" only if it holds a value", "")
}

// negate puts a not before the call of Stop, where a condition tests it and decides nothing else.
func negate(p *check.Pass, e *edit.Builder, stop *ssa.Call) bool {
	cur, ok := ssainstr.CursorAt(p, stop.Pos())
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		parent := c.Parent()
		for {
			and, isAnd := parent.Node().(*ast.BinaryExpr)
			if !isAnd || and.Op != token.LAND {
				break
			}
			parent = parent.Parent()
		}
		test, ok := parent.Node().(*ast.IfStmt)
		if !ok || len(test.Body.List) != 1 || test.Else != nil {
			return false
		}
		e.Insert(c.Node().Pos(), "!")
		return true
	}
	return false
}
