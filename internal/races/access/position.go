package access

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// LoadPos returns the position of the name that a load is about.
func LoadPos(load *ssa.UnOp) token.Pos {
	for _, ref := range ssabuild.Referrers(load) {
		if d, ok := ref.(*ssa.DebugRef); ok && !d.IsAddr {
			return d.Expr.Pos()
		}
	}
	return load.Pos()
}

// posOfName returns the position of the name of the function that a call names, that of the call if it names
// none.
func posOfName(f *lockset.Func, call *ssa.Call) token.Pos {
	if expr := syntaxOf(f, call); expr != nil {
		return lastName(expr.Fun, call.Pos())
	}
	return call.Pos()
}

// nameOfArg is nameOf for an argument, or what it is the address of.
func nameOfArg(f *lockset.Func, call *ssa.Call, i int) token.Pos {
	expr := syntaxOf(f, call)
	if expr == nil || i >= len(expr.Args) {
		return call.Pos()
	}
	arg := ast.Unparen(expr.Args[i])
	if addr, ok := arg.(*ast.UnaryExpr); ok {
		arg = addr.X
	}
	return lastName(arg, call.Pos())
}

// lastName returns the position of the last name of an expression that is one, or a selector.
func lastName(expr ast.Expr, otherwise token.Pos) token.Pos {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return expr.Pos()
	case *ast.SelectorExpr:
		return expr.Sel.Pos()
	}
	return otherwise
}

// syntaxOf returns the expression of a call, nil if the function has no syntax.
func syntaxOf(f *lockset.Func, call *ssa.Call) *ast.CallExpr {
	var found *ast.CallExpr
	if f.SSA.Syntax() == nil {
		return nil
	}
	ast.Inspect(f.SSA.Syntax(), func(n ast.Node) bool {
		if expr, ok := n.(*ast.CallExpr); ok && expr.Lparen == call.Pos() {
			found = expr
		}
		return found == nil
	})
	return found
}
