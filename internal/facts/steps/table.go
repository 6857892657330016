package steps

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// Routes may be registered in a loop over a table that the package writes out: a list or a
// map of paths, or of structs with a path in a field.

// A tableLoop is a range statement of which a variable is the value, or the key.
type tableLoop struct {
	over ast.Expr
	keys bool
}

// tablePaths returns the paths that an expression has in the iterations of a loop, "" for
// each one that is not known; nil if it does not come from a table.
func (w *walker) tablePaths(e ast.Expr) (paths []string) {
	for _, value := range w.column(e) {
		paths = append(paths, w.routePath(value))
	}
	return paths
}

// column returns what an expression is in the iterations of a loop over a table.
func (w *walker) column(e ast.Expr) (values []ast.Expr) {
	field := ""
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok && callmatch.Field(w.pass.TypesInfo, sel) != nil {
		e, field = sel.X, sel.Sel.Name
	}
	v := varOfExpr(w.pass.TypesInfo, ast.Unparen(e))
	if v == nil {
		return nil
	}
	loop := w.tables[v]
	for _, elt := range w.table(loop.over, 4) {
		kv, pair := elt.(*ast.KeyValueExpr)
		switch {
		case pair && loop.keys:
			elt = kv.Key
		case pair:
			elt = kv.Value
		}
		if field != "" {
			elt = w.fieldOf(elt, field)
		}
		values = append(values, elt)
	}
	return values
}

// table returns the elements of a list or map that is written out, set to a variable once,
// or returned by a function of the package.
func (w *walker) table(e ast.Expr, depth int) []ast.Expr {
	if e == nil || depth == 0 {
		return nil
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return e.Elts
	case *ast.Ident, *ast.SelectorExpr:
		if v, ok := w.target(e).(*types.Var); ok {
			return w.table(w.lits[v], depth-1)
		}
	case *ast.CallExpr:
		return w.table(w.onlyResult(e), depth-1)
	}
	return nil
}

// onlyResult returns what a call of a function of the package returns, nil if that is not
// one expression.
func (w *walker) onlyResult(call *ast.CallExpr) (result ast.Expr) {
	fn := callmatch.Callee(w.pass.TypesInfo, call)
	if fn == nil || w.decls[fn.Origin()] == nil {
		return nil
	}
	n := 0
	ast.Inspect(w.decls[fn.Origin()].Body, func(node ast.Node) bool {
		ret, ok := node.(*ast.ReturnStmt)
		if ok && len(ret.Results) == 1 {
			result = ret.Results[0]
		}
		if ok {
			n++
		}
		_, literal := node.(*ast.FuncLit)
		return !literal
	})
	if n != 1 {
		return nil
	}
	return result
}

// fieldOf returns the value of a field of an element: of a literal, or of one that a
// function of the package makes of its arguments. It is nil if that is not known.
func (w *walker) fieldOf(e ast.Expr, field string) ast.Expr {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok {
		e = u.X
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		s, ok := typeOf(w.pass.TypesInfo, e).(*types.Struct)
		if p, isPtr := typeOf(w.pass.TypesInfo, e).(*types.Pointer); isPtr { // an elided &T
			s, ok = p.Elem().Underlying().(*types.Struct)
		}
		if ok {
			return elementField(e, s, field)
		}
	case *ast.CallExpr:
		fn := callmatch.Callee(w.pass.TypesInfo, e)
		made := w.onlyResult(e)
		if fn == nil || made == nil {
			return nil
		}
		value := w.fieldOf(made, field)
		for i := range fn.Signature().Params().Len() {
			if v := varOfExpr(w.pass.TypesInfo, value); v != nil && v == fn.Origin().Signature().Params().At(i) {
				return arg(e, i)
			}
		}
		return value
	}
	return nil
}

func elementField(lit *ast.CompositeLit, s *types.Struct, field string) ast.Expr {
	for i, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			if s.Field(i).Name() == field {
				return elt
			}
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == field {
			return kv.Value
		}
	}
	return nil
}
