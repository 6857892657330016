package ctxuse

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// leaves reports whether the value of a local variable may outlive the function: it does not if
// the function only calls it and its methods, and sets its fields.
//
//	i := uploader{ctx: ctx, in: in}
//	return i.upload()
func (b *body) leaves(v types.Object) bool {
	found := false
	ast.PreorderStack(b.root, nil, func(n ast.Node, stack []ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && v != nil && b.r.pass.TypesInfo.Uses[id] == v {
			found = found || !b.usedHere(id, stack)
		}
		return !found
	})
	return found || v == nil
}

// usedHere reports whether one use of a variable hands its value to nobody.
func (b *body) usedHere(id *ast.Ident, stack []ast.Node) bool {
	if goStmt(stack) != nil && !b.joins {
		return false
	}
	var use ast.Node = id
	parent := stack[len(stack)-1]
	if sel, ok := parent.(*ast.SelectorExpr); ok && len(stack) > 1 {
		if field := callmatch.Field(b.r.pass.TypesInfo, sel); field != nil && !IsContext(field.Type()) {
			return true // from which there is no way to the rest of the value
		}
		use, parent = sel, stack[len(stack)-2]
	}
	switch parent := parent.(type) {
	case *ast.CallExpr:
		return parent.Fun == use
	case *ast.AssignStmt:
		return slices.ContainsFunc(parent.Lhs, func(e ast.Expr) bool { return e == use })
	case *ast.BinaryExpr:
		return true
	}
	return false
}
