package nackmissing

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// over reports whether expr asks if the context of the consumer, and not one that
// was made for this message, has ended: the broker takes back what is left then.
func (w *walk) over(expr ast.Expr) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return !found
		}
		switch obj := w.p.TypesInfo.Uses[sel.Sel].(type) {
		case *types.Func:
			name := callmatch.Name(obj)
			found = found || (name == "(context.Context).Err" || name == "(context.Context).Done") && !w.inside(sel.X)
		case *types.Var:
			found = found || obj.Pkg() != nil && obj.Pkg().Path() == "context" && obj.Name() == "Canceled"
		}
		return !found
	})
	return found
}

// isOver is the same for what a case receives.
func (w *walk) isOver(comm ast.Stmt) bool {
	if recv, ok := comm.(*ast.ExprStmt); ok {
		return w.over(recv.X)
	}
	return false
}

// inside reports whether expr is a variable of the code that handles the message.
func (w *walk) inside(expr ast.Expr) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := w.p.TypesInfo.Uses[id].(*types.Var)
	return ok && v.Pos() >= w.around.Pos() && v.Pos() < w.around.End()
}

// can reports whether call asks the message if it can be nacked at all.
func (w *walk) can(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && w.is(sel.X) && w.how.Can == sel.Sel.Name
}

// asks reports whether a switch is on a field of a message that needs no handling if no
// case matches: then nothing is lost.
func (w *walk) asks(tag ast.Expr) bool {
	sel, ok := tag.(*ast.SelectorExpr)
	return ok && w.how.Covers && w.is(sel.X)
}
