package serving

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// refuses reports whether the function shuts down a server whose clients only
// learn of it from refused connections.
func refuses(name string) bool {
	row, stops := catalog.ServerStops[name]
	return stops && !row.Tells
}

// ServerStops returns the calls that let a server's requests finish, and refuse others.
func ServerStops(p *check.Pass) []*ssa.Call {
	return callsOf(p, func(fn *types.Func) bool { return refuses(callmatch.Name(fn)) })
}

// callsOf returns the calls of some functions. Most packages have none, and those with one are few, so
// that this asks the types before it asks for SSA.
func callsOf(p *check.Pass, is func(*types.Func) bool) (list []*ssa.Call) {
	found := false
	for _, obj := range p.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && is(fn) {
			found = true
			break
		}
	}
	if !found {
		return nil
	}
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if call, ok := instr.(*ssa.Call); ok && is(ssaflow.Object(&call.Call)) {
				list = append(list, call)
			}
		}
	}
	return list
}

// ServerOf returns the variable or field that the method is called on. A parameter stands
// for what its function is given, where that is the same in each call, and a variable that is
// set to the result of a function of the package for what that returns.
func ServerOf(p *check.Pass, call ssa.CallInstruction) *types.Var {
	expr := ssainstr.CallExpr(p, call.Common().Pos())
	if expr == nil {
		return nil
	}
	sel, ok := ast.Unparen(expr.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	v := syntax.VariableOf(p, sel.X)
	if v == nil {
		return nil
	}
	from := ssaflow.Outermost(call.Parent())
	return returned(p, given(p, from, v))
}

// given returns what the function fn is given for its parameter v, v itself where it is none
// or where the calls differ.
func given(p *check.Pass, fn *ssa.Function, v *types.Var) *types.Var {
	obj, _ := fn.Object().(*types.Func)
	if obj == nil {
		return v
	}
	index := -1
	for i := range obj.Signature().Params().Len() {
		if obj.Signature().Params().At(i) == v {
			index = i
		}
	}
	if index < 0 {
		return v
	}
	var one *types.Var
	for _, call := range astindex.Of(p.Pass).Calls[obj] {
		if index >= len(call.Expr.Args) {
			return v
		}
		arg := ast.Unparen(call.Expr.Args[index])
		if addr, ok := arg.(*ast.UnaryExpr); ok {
			arg = addr.X
		}
		from := syntax.VariableOf(p, arg)
		if from == nil || one != nil && from != one {
			return v
		}
		one = from
	}
	if one == nil {
		return v
	}
	return one
}

// Harmless reports whether the callee is known not to take time.
func Harmless(call *ssa.CallCommon) bool {
	var fn *types.Func
	if call.IsInvoke() {
		fn = call.Method
	} else if callee := call.StaticCallee(); callee != nil {
		fn, _ = callee.Object().(*types.Func)
	} else {
		return catalog.CancelTypes[callmatch.TypeName(call.Value.Type())]
	}
	if fn == nil || fn.Pkg() == nil {
		return fn != nil // error.Error
	}
	path := fn.Pkg().Path()
	first, _, _ := strings.Cut(path, "/")
	return catalog.LogPackages[path] || !strings.Contains(first, ".") || prints(fn.Signature())
}

// prints reports whether a function takes anything and gives nothing: it logs.
func prints(sig *types.Signature) bool {
	if !sig.Variadic() || sig.Results().Len() > 0 {
		return false
	}
	slice, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice)
	if !ok {
		return false
	}
	elem, ok := slice.Elem().Underlying().(*types.Interface)
	return ok && elem.Empty()
}
