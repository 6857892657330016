package goroutineleak

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
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		call, ok := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
		if !ok || len(s.Lhs) > 2 || !catalog.HeldOpen[callmatch.CalleeName(info, call)] {
			return nil
		}
		o := &opened{stmt: s, v: localOf(info, s.Lhs[0])}
		if len(s.Lhs) == 2 {
			o.err = localOf(info, s.Lhs[1])
		}
		if o.v != nil {
			return o
		}
	case *ast.GoStmt:
		sel, ok := ast.Unparen(s.Call.Fun).(*ast.SelectorExpr)
		if !ok || len(s.Call.Args) > 0 { // a context or channel may end it
			return nil
		}
		if v := localOf(info, sel.X); v != nil && info.Selections[sel] != nil && c.ender(v) != "" {
			return &opened{stmt: s, v: v, started: true}
		}
	}
	return nil
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
