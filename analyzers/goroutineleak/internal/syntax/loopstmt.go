package syntax

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// LoopStmt returns the statement that control cannot leave: the innermost loop
// around all the blocks, in the function they belong to.
func LoopStmt(p *check.Pass, blocks []*ssa.BasicBlock) (inspector.Cursor, bool) {
	var found inspector.Cursor
	ok := false
	first, last := ssaflow.Span(blocks)
	cur, any := ssainstr.CursorAt(p, first)
	if !any {
		return found, false
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch n := c.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return found, ok
		default:
			if Within(n, last) {
				return c, true
			}
		}
	}
	return found, ok
}
