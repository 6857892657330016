package outbound

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// dispatched adds, for the methods of the package's interfaces, those that they may run: of types that implement
// the interface, and of which the package makes values.
//
//	func Of(u *User) Provider { return &gravatar.Provider{} }
//
// How a library dispatches inside is its own affair: the client of a log would count as a sender.
func dispatched(pass *analysis.Pass, calls map[*types.Func][]*types.Func) {
	if pass.Module != nil && pass.Module.Version != "" {
		return
	}
	made := literals(pass)
	scope := pass.Pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !types.IsInterface(obj.Type()) {
			continue
		}
		iface := obj.Type().Underlying().(*types.Interface)
		for t := range made {
			ptr := types.NewPointer(t)
			if !types.Implements(ptr, iface) {
				continue
			}
			for m := range iface.ExplicitMethods() {
				impl, _, _ := types.LookupFieldOrMethod(ptr, true, pass.Pkg, m.Name())
				if fn, ok := impl.(*types.Func); ok && m.Pkg() == pass.Pkg {
					calls[m] = append(calls[m], fn.Origin())
				}
			}
		}
	}
}

// literals returns the types of the module of which the package has a literal.
func literals(pass *analysis.Pass) map[*types.Named]bool {
	list := make(map[*types.Named]bool)
	for _, file := range pass.Files {
		for n := range ast.Preorder(file) {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				continue
			}
			t := callmatch.Named(pass.TypesInfo.TypeOf(lit))
			if t != nil && t.TypeParams().Len() == 0 && ofModule(pass, t.Obj()) {
				list[t] = true
			}
		}
	}
	return list
}

func ofModule(pass *analysis.Pass, obj *types.TypeName) bool {
	return obj.Pkg() == pass.Pkg || obj.Pkg() != nil && !callmatch.Std(obj) && !callmatch.Foreign(pass, obj)
}
