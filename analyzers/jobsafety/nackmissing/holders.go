package nackmissing

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/delivery"
)

// aliased reports whether assign only gives the message another name, as in
// m := msg, or puts it into a field of a new struct in a local variable. Both are
// remembered: what is done with them is done with the message.
func (w *walk) aliased(assign *ast.AssignStmt) bool {
	if assign.Tok != token.DEFINE || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return false
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	v, isVar := w.p.TypesInfo.Defs[id].(*types.Var)
	if !ok || !isVar {
		return false
	}
	value := delivery.Pointee(assign.Rhs[0])
	if w.is(value) {
		w.same[v] = true
		return true
	}
	lit, ok := ast.Unparen(value).(*ast.CompositeLit)
	if !ok {
		return false
	}
	field := ""
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		key, isField := kv.Key.(*ast.Ident)
		switch {
		case isField && w.is(delivery.Pointee(kv.Value)):
			field = key.Name
		case w.settles(kv.Value):
			return false
		}
	}
	if field != "" {
		w.holders[v] = field
	}
	return field != ""
}

// holder returns the field in which the variable that id names holds the message,
// "" if it does not.
func (w *walk) holder(id *ast.Ident) string {
	v, ok := w.p.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return ""
	}
	return w.holders[v]
}

// throughHolder reports whether sel, of a variable that holds the message, can
// reach it: its field, or a method.
func (w *walk) throughHolder(id *ast.Ident, sel *ast.SelectorExpr) bool {
	field := w.holder(id)
	if field == "" {
		return false
	}
	_, isMethod := w.p.TypesInfo.Uses[sel.Sel].(*types.Func)
	return isMethod || sel.Sel.Name == field
}

// sealed reports whether key is a field that only this package can access, and from which
// it reads only the contents of the message: it is not settled there.
func (w *walk) sealed(key ast.Expr) bool {
	id, ok := key.(*ast.Ident)
	if !ok {
		return false
	}
	field, ok := w.p.TypesInfo.Uses[id].(*types.Var)
	if !ok || !field.IsField() || field.Exported() || field.Pkg() != w.p.Pkg {
		return false
	}
	in := w.p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.SelectorExpr)(nil)) {
		if w.p.TypesInfo.Uses[cur.Node().(*ast.SelectorExpr).Sel] != field {
			continue
		}
		of, ok := cur.Parent().Node().(*ast.SelectorExpr)
		if !ok || of.X != cur.Node() || w.how.Settles(of.Sel.Name) || w.how.Tag != "" && of.Sel.Name == w.how.Tag {
			return false
		}
	}
	return true
}
