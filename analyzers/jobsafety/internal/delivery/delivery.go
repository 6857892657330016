// Package delivery finds the messages that a function is given by a queue.
package delivery

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Settlement says how a message of type t is settled: one of a known client, or one
// that a program has made for itself around them, which shows by its methods, or
// fields with functions, to acknowledge it and to give it back.
func Settlement(t types.Type) (catalog.Settlement, bool) {
	if how, ok := catalog.Settlements[callmatch.TypeName(t)]; ok {
		return how, true
	}
	how := catalog.Settlement{Methods: make(map[string]bool)}
	named := callmatch.Named(t)
	if named == nil || named.Obj().Pkg() == nil || !has(named, "Ack") {
		return how, false
	}
	for name, sig := range functions(named) {
		switch {
		case !plain(sig):
		case name == "Ack":
			how.Methods[name] = true
		case catalog.GivesBack(name):
			how.Methods[name] = true
			if sig.Params().Len() == 0 && sig.Results().Len() <= 1 && (how.Reject == "" || name+"()" < how.Reject) {
				how.Reject, how.Error = name+"()", sig.Results().Len() == 1
			}
		}
	}
	return how, how.Methods["Ack"] && len(how.Methods) > 1
}

// has reports whether a type has a method or field of that name. It costs little, and
// nearly all types that are asked about end here.
func has(named *types.Named, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(named, true, nil, name)
	return obj != nil
}

// functions returns the methods of a type and its fields that are functions.
func functions(named *types.Named) map[string]*types.Signature {
	all := make(map[string]*types.Signature)
	set := types.NewMethodSet(types.NewPointer(named))
	if types.IsInterface(named) {
		set = types.NewMethodSet(named)
	}
	for i := range set.Len() {
		all[set.At(i).Obj().Name()] = set.At(i).Type().(*types.Signature)
	}
	if st, ok := named.Underlying().(*types.Struct); ok {
		for field := range st.Fields() {
			if sig, ok := field.Type().Underlying().(*types.Signature); ok {
				all[field.Name()] = sig
			}
		}
	}
	return all
}

// plain reports whether a method is about its own message: no argument identifies one, as
// that of a client does that takes the tag of a delivery. A delay is none.
func plain(sig *types.Signature) bool {
	for param := range sig.Params().Variables() {
		basic, isBasic := param.Type().Underlying().(*types.Basic)
		if callmatch.IsType(param.Type(), "time.Duration") {
			continue
		}
		if isBasic && basic.Info()&types.IsBoolean == 0 || !isBasic && !callmatch.IsType(param.Type(), "context.Context") {
			return false
		}
	}
	return true
}

// Pointee returns x for &x.
func Pointee(expr ast.Expr) ast.Expr {
	if amp, ok := ast.Unparen(expr).(*ast.UnaryExpr); ok && amp.Op == token.AND {
		return amp.X
	}
	return expr
}
