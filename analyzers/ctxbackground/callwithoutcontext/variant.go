package callwithoutcontext

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// A variant is how to make a call with a context.
type variant struct {
	call *ast.CallExpr
	fn   *types.Func // what is called
	name string      // what takes the context
	// source is the function that takes a context before the arguments of the call, with %s
	// for what is before the dot, and extra what follows them; "" for a request that has
	// to be built first.
	source, extra string
	sibling       *types.Func // what takes the context, if it is fn by a longer name
	// setter is the method of the receiver that takes the context, "" for others.
	setter string
	// request is what the call sends, and made its origin; nil for calls that send none.
	request *types.Var
	made    origin
}

// variantOf returns the variant of a call that takes a context, nil if it takes one already or
// there is none.
func variantOf(p *check.Pass, call *ast.CallExpr) *variant {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || fn.Pkg() == nil || takesContext(fn) || catalog.ContextReaders[fn.Pkg().Path()] {
		return nil
	}
	v := &variant{call: call, fn: fn}
	if instead, ok := catalog.ContextVariants[callmatch.Name(fn)]; ok {
		v.name, v.source, v.extra = instead.Name, instead.Func, instead.Extra
		return v
	}
	if setter := setterOf(p, call, fn); setter != "" {
		v.name, v.setter = setter, setter
		return v
	}
	for _, suffix := range catalog.ContextSuffixes {
		if sib := siblingOf(fn, fn.Name()+suffix); sib != nil && sameButContext(fn, sib) && waits(p, fn) {
			v.name, v.source, v.sibling = sib.Name(), "%s."+sib.Name(), sib
			return v
		}
	}
	return nil
}

// waits reports whether a function may wait for another process or machine: it is declared in
// another package, or in this one and can fail.
func waits(p *check.Pass, fn *types.Func) bool {
	return callmatch.CanFail(fn.Signature()) || fn.Pkg() != p.Pkg && fn.Signature().Results().Len() > 0
}

func takesContext(fn *types.Func) bool {
	for v := range fn.Signature().Params().Variables() {
		if ctxscope.IsContext(v.Type()) {
			return true
		}
	}
	return false
}

// siblingOf returns the function or method of that name beside fn.
func siblingOf(fn *types.Func, name string) *types.Func {
	if recv := fn.Signature().Recv(); recv != nil {
		obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg(), name)
		method, _ := obj.(*types.Func)
		return method
	}
	sib, _ := fn.Pkg().Scope().Lookup(name).(*types.Func)
	return sib
}

// sameButContext reports whether sib takes a context and then what fn takes, and perhaps
// options.
func sameButContext(fn, sib *types.Func) bool {
	have, want := fn.Signature().Params(), sib.Signature().Params()
	if want.Len() == 0 || !ctxscope.IsContext(want.At(0).Type()) || ctxflow.ReturnsContext(sib) {
		return false
	}
	options := sib.Signature().Variadic() && !fn.Signature().Variadic()
	if n := want.Len() - 1; n != have.Len() && !(options && n == have.Len()+1) {
		return false
	}
	for i := range have.Len() {
		if !types.Identical(have.At(i).Type(), want.At(i+1).Type()) {
			return false
		}
	}
	return true
}

// setterOf returns the method of a call's receiver that gives it a context and returns it, for
// the method that does what it describes; "" if there is none.
//
//	files.Get(id).Do()
func setterOf(p *check.Pass, call *ast.CallExpr, fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil || !catalog.SendMethods[fn.Name()] || !callmatch.CanFail(fn.Signature()) || fn.Pkg() == p.Pkg {
		return ""
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	for _, name := range catalog.ContextSetters {
		obj, _, _ := types.LookupFieldOrMethod(p.TypesInfo.TypeOf(sel.X), true, fn.Pkg(), name)
		method, ok := obj.(*types.Func)
		if !ok || method.Signature().Params().Len() != 1 || !ctxscope.IsContext(method.Signature().Params().At(0).Type()) {
			continue
		}
		if results := method.Signature().Results(); results.Len() == 1 && types.Identical(results.At(0).Type(), p.TypesInfo.TypeOf(sel.X)) {
			return name
		}
	}
	return ""
}

// hasContext reports whether what the call makes, or is made on, is given a context
// otherwise: in the same expression, or through the variable that holds it.
func (v *variant) hasContext(p *check.Pass, cur inspector.Cursor) bool {
	if v.setter != "" && givenInChain(p, v.call) {
		return true
	}
	holder := v.holder(p, cur)
	return holder != nil && slices.ContainsFunc(astindex.Of(p.Pass).Uses[holder], func(use *ast.Ident) bool {
		c, ok := astindex.Find(cur.Inspector(), use)
		if !ok {
			return false
		}
		switch kind, _ := c.ParentEdge(); kind {
		case edge.SelectorExpr_X:
			call, ok := c.Parent().Parent().Node().(*ast.CallExpr)
			return ok && givesContext(p, call)
		case edge.CallExpr_Args: // send(ctx, req)
			call := c.Parent().Node().(*ast.CallExpr)
			fn := callmatch.Callee(p.TypesInfo, call)
			return givesContext(p, call) && !(fn != nil && fn.Pkg() != nil && catalog.ContextReaders[fn.Pkg().Path()])
		case edge.SendStmt_Value: // whoever receives it outlives this call
			return true
		}
		return false
	})
}

// holder returns the variable that holds what the call makes, or is made on.
func (v *variant) holder(p *check.Pass, cur inspector.Cursor) *types.Var {
	if v.request != nil {
		return v.request
	}
	var expr ast.Expr
	switch parent := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		expr = parent.Lhs[0]
	case *ast.ValueSpec:
		expr = parent.Names[0]
	}
	if v.setter != "" {
		expr = ast.Unparen(v.call.Fun).(*ast.SelectorExpr).X
	}
	id, ok := expr.(*ast.Ident)
	if !ok {
		return nil
	}
	holder, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
	return holder
}

// givenInChain reports whether a call before the last one of a chain takes a context.
func givenInChain(p *check.Pass, call *ast.CallExpr) bool {
	for {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		if call, ok = ast.Unparen(sel.X).(*ast.CallExpr); !ok {
			return false
		}
		if givesContext(p, call) {
			return true
		}
	}
}

func givesContext(p *check.Pass, call *ast.CallExpr) bool {
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) })
}
