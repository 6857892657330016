package failedconstructor

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// An opened is what a statement of a constructor has opened or started.
type opened struct {
	stmt    ast.Stmt
	v       *types.Var          // what is to be closed
	err     *types.Var          // the error of opening it
	holders map[*types.Var]bool // v, and the local variables that hold it
	started bool                // a goroutine of v, else something open
}

// opens returns what stmt opens, nil if it opens nothing that is known to need an end.
func (c *constructor) opens(stmt ast.Stmt) *opened {
	info := c.p.TypesInfo
	if start, ok := stmt.(*ast.GoStmt); ok {
		call := soleCall(start.Call)
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || len(call.Args) > 0 { // a context or channel may end it
			return nil
		}
		if v := localOf(info, sel.X); v != nil && info.Selections[sel] != nil && c.ender(v) != "" {
			return &opened{stmt: stmt, v: v, started: true}
		}
		return nil
	}
	lhs, rhs := assigned(stmt)
	if len(rhs) == 0 || len(lhs) > 2 {
		return nil
	}
	call, ok := ast.Unparen(rhs[0]).(*ast.CallExpr)
	if !ok || !catalog.HeldOpen[callmatch.CalleeName(info, call)] {
		return nil
	}
	o := &opened{stmt: stmt, v: localOf(info, lhs[0])}
	if len(lhs) == 2 {
		o.err = localOf(info, lhs[1])
	}
	if o.v == nil {
		return nil
	}
	return o
}

// assigned returns both sides of an assignment, or of a declaration of variables with values.
func assigned(stmt ast.Stmt) (lhs, rhs []ast.Expr) {
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		return s.Lhs, s.Rhs
	case *ast.DeclStmt:
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			if v, ok := spec.(*ast.ValueSpec); ok && len(s.Decl.(*ast.GenDecl).Specs) == 1 {
				for _, name := range v.Names {
					lhs = append(lhs, name)
				}
				return lhs, v.Values
			}
		}
	}
	return nil, nil
}

// soleCall returns the call that a literal which is called consists of, or else call itself.
func soleCall(call *ast.CallExpr) *ast.CallExpr {
	lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit)
	if !ok || len(lit.Body.List) != 1 {
		return call
	}
	if stmt, ok := lit.Body.List[0].(*ast.ExprStmt); ok {
		if inner, ok := ast.Unparen(stmt.X).(*ast.CallExpr); ok {
			return inner
		}
	}
	return call
}

// localOf returns the local variable that expr names.
func localOf(info *types.Info, expr ast.Expr) *types.Var {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := info.ObjectOf(id).(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() || v.IsField() {
		return nil
	}
	return v
}

// ender returns the method of v's type that ends it, "" if there is none.
func (c *constructor) ender(v *types.Var) string {
	for _, name := range catalog.StopMethods {
		obj, _, _ := types.LookupFieldOrMethod(v.Type(), true, c.p.Pkg, name)
		if fn, ok := obj.(*types.Func); ok && fn.Signature().Params().Len() == 0 && fn.Signature().Results().Len() <= 1 {
			return name
		}
	}
	return ""
}
