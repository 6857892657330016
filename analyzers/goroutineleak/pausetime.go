package goroutineleak

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// shortPause reports whether d is below the limit at most, or a variable that holds
// such a duration, or one that begins far below it.
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
	n, known := most(p.TypesInfo, d)
	return known && least <= time.Duration(n) && time.Duration(n) < limit
}

// most returns the greatest value that an integer expression can have, as far as it
// is made of constants and of random numbers below one.
func most(info *types.Info, expr ast.Expr) (int64, bool) {
	if value := info.Types[expr].Value; value != nil {
		return constant.Int64Val(constant.ToInt(value))
	}
	switch expr := ast.Unparen(expr).(type) {
	case *ast.BinaryExpr:
		x, okX := most(info, expr.X)
		y, okY := most(info, expr.Y)
		switch expr.Op {
		case token.ADD:
			return x + y, okX && okY
		case token.MUL:
			return x * y, okX && okY
		}
	case *ast.CallExpr:
		if len(expr.Args) == 1 && (info.Types[expr.Fun].IsType() || catalog.RandomBelow[callmatch.CalleeName(info, expr)]) {
			return most(info, expr.Args[0])
		}
	}
	return 0, false
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
