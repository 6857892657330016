package goroutineleak

import (
	"go/ast"
	"go/constant"
	"go/types"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// shortPause reports whether d is a constant below the limit, or a variable
// that holds one, or one that begins far below it.
func shortPause(p *check.Pass, cur inspector.Cursor, d ast.Expr, observed bool) bool {
	limit, least := shortOtherwise, time.Duration(0)
	if observed {
		limit = shortWhenObserved
	}
	if v := localVariable(p.TypesInfo, d); v != nil {
		if value := localvar.Value(p.TypesInfo, outermostFunc(cur), v); value != nil {
			d = value
		} else if first := definition(p.TypesInfo, outermostFunc(cur), v); first != nil {
			d, limit, least = first, limit/10, 1 // it grows from there; from zero, by a setting
		}
	}
	value := p.TypesInfo.Types[d].Value
	if value == nil {
		return false
	}
	n, exact := constant.Int64Val(constant.ToInt(value))
	return exact && least <= time.Duration(n) && time.Duration(n) < limit
}

// definition returns the expression that v is defined with, or nil.
func definition(info *types.Info, scope ast.Node, v *types.Var) ast.Expr {
	var value ast.Expr
	ast.Inspect(scope, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != len(assign.Rhs) {
			return true
		}
		for i, lhs := range assign.Lhs {
			if id, ok := lhs.(*ast.Ident); ok && info.Defs[id] == v {
				value = assign.Rhs[i]
			}
		}
		return true
	})
	return value
}
