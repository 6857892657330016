package criticalsection

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// ShortWork reports whether a piece of code may run under a lock: it waits for
// nothing, starts nothing, and calls but what is known to be short. What a return
// calls is not asked.
func ShortWork(p *check.Pass, code ast.Node) bool {
	short := true
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			return false
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.SelectStmt, *ast.LabeledStmt:
			short = false
		case *ast.UnaryExpr:
			short = short && n.Op != token.ARROW
		case *ast.RangeStmt:
			switch p.TypesInfo.TypeOf(n.X).Underlying().(type) {
			case *types.Chan, *types.Signature:
				short = false
			}
		case *ast.BranchStmt:
			short = short && n.Label == nil
		case *ast.CallExpr:
			short = short && source.IsShort(p, n)
		}
		return short
	})
	return short
}

// Returns returns the return statements in code.
func Returns(code ast.Node) []*ast.ReturnStmt {
	var list []*ast.ReturnStmt
	ast.Inspect(code, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			list = append(list, ret)
		}
		return true
	})
	return list
}
