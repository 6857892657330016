package syntax

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// LoopsAround returns the loops of the same function whose bodies hold cur, the
// innermost first.
func LoopsAround(cur inspector.Cursor) []inspector.Cursor {
	var loops []inspector.Cursor
	from := cur.Node()
	for c := range cur.Enclosing() {
		var body *ast.BlockStmt
		switch n := c.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return loops
		case *ast.ForStmt:
			body = n.Body
		case *ast.RangeStmt:
			body = n.Body
		case *ast.CommClause:
			if n.Comm == from {
				return nil // the case of a select
			}
		}
		if body != nil && body.Pos() <= from.Pos() && from.End() <= body.End() {
			loops = append(loops, c)
		}
	}
	return loops
}

// NeverReturns reports whether a list of statements ends in a panic, or in a call
// that ends the process, the goroutine or the test.
func NeverReturns(p *check.Pass, body []ast.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	stmt, ok := body[len(body)-1].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch callee := typeutil.Callee(p.TypesInfo, call).(type) {
	case *types.Builtin:
		return callee.Name() == "panic"
	case *types.Func:
		return p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs).NoReturn(callee)
	}
	return false
}
