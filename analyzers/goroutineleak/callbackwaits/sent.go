package callbackwaits

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// acknowledged reports whether what a call waits for was sent by one that the other side answers.
func acknowledged(p *check.Pass, wait *ast.CallExpr) bool {
	send := sendOf(p, wait)
	if send == nil {
		return false
	}
	arg, known := catalog.Acknowledgements.Sends[callmatch.CalleeName(p.TypesInfo, send)]
	if !known || arg < 0 || arg >= len(send.Args) {
		return known
	}
	level := p.TypesInfo.Types[send.Args[arg]].Value
	return level == nil || constant.Sign(level) != 0
}

// sendOf returns the call whose result a wait is called on, itself or by the name of a variable.
func sendOf(p *check.Pass, wait *ast.CallExpr) *ast.CallExpr {
	sel, ok := ast.Unparen(wait.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	from := ast.Unparen(sel.X)
	if v, ok := callmatch.Object(p.TypesInfo, from).(*types.Var); ok {
		cur, found := astindex.Find(p.ResultOf[inspect.Analyzer].(*inspector.Inspector), wait)
		if !found {
			return nil
		}
		from = localvar.Value(p.TypesInfo, astindex.DeclAround(cur), v)
	}
	call, _ := from.(*ast.CallExpr)
	return call
}

// unordered returns where the package gives each callback a goroutine of its own, and whether it surely does: the value
// may be one that is not known here.
func unordered(p *check.Pass, option string) (at token.Pos, sure bool) {
	for _, to := range calls.All(p.Pass) {
		if to.Name != option || len(to.Expr.Args) != 1 {
			continue
		}
		ordered := p.TypesInfo.Types[to.Expr.Args[0]].Value
		if ordered == nil || !constant.BoolVal(ordered) {
			return to.Expr.Pos(), ordered != nil
		}
	}
	return token.NoPos, false
}
