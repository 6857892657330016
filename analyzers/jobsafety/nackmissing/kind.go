package nackmissing

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// isKind reports whether cond is a variable that says of which kind the message is, and
// that the code asks more than once: those of the other kind want no answer.
//
//	stream := slices.Contains(s.streams, msg.Sub)
//
// What the handling has come to is no kind, and is computed by other packages than those
// of the standard library.
func (w *walk) isKind(cond ast.Expr) bool {
	id, ok := ast.Unparen(cond).(*ast.Ident)
	if !ok {
		return false
	}
	v, asked, predicate := w.p.TypesInfo.Uses[id], 0, false
	ast.Inspect(w.around, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			if id, ok := ast.Unparen(n.Cond).(*ast.Ident); ok && w.p.TypesInfo.Uses[id] == v {
				asked++
			}
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok && w.p.TypesInfo.ObjectOf(id) == v {
				predicate = len(n.Lhs) == 1 && w.comparesMessage(n.Rhs[0])
			}
		}
		return true
	})
	return asked > 1 && predicate
}

// comparesMessage reports whether expr asks the standard library about the message.
func (w *walk) comparesMessage(expr ast.Expr) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callmatch.Callee(w.p.TypesInfo, call)
	return fn != nil && fn.Pkg() != nil && callmatch.StdPath(fn.Pkg().Path()) && w.mentions(call, map[types.Object]bool{w.v: true})
}
