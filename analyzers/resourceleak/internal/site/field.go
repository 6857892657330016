package site

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// FieldOf returns the field that a value is stored in, as it is or as an interface.
func FieldOf(v ssa.Value) *ssa.FieldAddr {
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.Store:
			if addr, ok := ref.Addr.(*ssa.FieldAddr); ok && ref.Val == v {
				return addr
			}
		case *ssa.MakeInterface, *ssa.ChangeInterface:
			if addr := FieldOf(ref.(ssa.Value)); addr != nil {
				return addr
			}
		}
	}
	return nil
}

// StopOf returns the method of the package that ends a value of type t.
func StopOf(p *check.Pass, t *types.Named) *ast.FuncDecl {
	for _, name := range catalog.StopMethods {
		obj, index, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, p.Pkg, name)
		fn, ok := obj.(*types.Func)
		if !ok || len(index) != 1 || !catalog.EndsByName(name) {
			continue
		}
		if decl := astindex.Of(p.Pass).Decls[fn.Origin()]; decl != nil && decl.Body != nil {
			return decl
		}
	}
	return nil
}

// SamePlace reports whether two addresses are those of one variable of the package, or of one field.
func SamePlace(a, b ssa.Value) bool {
	x, ok := a.(*ssa.FieldAddr)
	y, both := b.(*ssa.FieldAddr)
	if ok && both {
		return ssaflow.Field(x) == ssaflow.Field(y)
	}
	_, global := a.(*ssa.Global)
	return global && a == b
}
