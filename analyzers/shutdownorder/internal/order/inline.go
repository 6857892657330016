package order

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/joins"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// method returns the step that calling fn, a method of the variable x, is.
func (st *Stepper) method(x ast.Expr, fn *types.Func) (Step, bool) {
	subject := syntax.VariableOf(st.p, x)
	if subject == nil || fn == nil {
		return Step{}, false
	}
	s := Step{Kind: st.kind(fn), Expr: x, Subject: subject, Root: rootOf(st.p, x)}
	if s.Kind == Other && st.Foreign && fn.Pkg() != st.p.Pkg {
		if s.Fact = joins.Of(st.p.Pass).Fact(fn); s.Fact != nil {
			s.Kind, s.fn = Waits, fn
		}
	}
	if st.Foreign && fn.Pkg() != st.p.Pkg {
		if s.Senders = closesonce.Of(st.p.Pass).Senders(fn); s.Kind == Other && len(s.Senders) > 0 {
			s.Kind = Ends
		}
	}
	return s, s.Kind != Other
}

// value returns the steps of calling fun: a literal, a function or method of the
// package, a method value, or a variable that only ever holds one of these.
func (v *stepVisitor) value(fun ast.Expr) []Step {
	fun = ast.Unparen(fun)
	if lit, ok := fun.(*ast.FuncLit); ok {
		return v.translate(v.Of(lit), lit, nil)
	}
	if call, ok := fun.(*ast.CallExpr); ok {
		return v.wrapped(call)
	}
	if fn := callmatch.Func(v.p.TypesInfo, fun); fn != nil {
		if sel := syntax.Selector(fun); sel != nil {
			if s, ok := v.method(sel.X, fn); ok {
				s.Expr = fun
				return []Step{s}
			}
		}
		if decl := syntax.IndexDecl(v.p, fn); decl != nil {
			bound := make(map[*types.Var]ast.Expr)
			if sel := syntax.Selector(fun); sel != nil && decl.Recv != nil {
				bound[receiver(v.p, decl)] = sel.X
			}
			return v.translate(v.Of(decl), decl, bound)
		}
		return nil
	}
	return v.variable(fun)
}

// variable returns the steps of calling what a local variable holds.
func (v *stepVisitor) variable(fun ast.Expr) []Step {
	id, ok := fun.(*ast.Ident)
	if !ok {
		return nil
	}
	local, ok := v.p.TypesInfo.Uses[id].(*types.Var)
	if !ok || local.Parent() == v.p.Pkg.Scope() {
		return nil
	}
	if decl, ok := v.fn.(*ast.FuncDecl); ok && syntax.Within(decl.Type, local.Pos()) {
		return []Step{{Kind: calls, Expr: fun, Subject: local}}
	}
	if cur, ok := syntax.CursorOf(v.p, v.fn); ok {
		if value := localvar.Value(v.p.TypesInfo, astindex.DeclAround(cur), local); value != nil {
			if _, alias := ast.Unparen(value).(*ast.Ident); !alias {
				return v.value(value)
			}
		}
	}
	return nil
}

// wrapped looks through calls that make a function of a function, or of a value
// with a certain method.
func (v *stepVisitor) wrapped(call *ast.CallExpr) []Step {
	row, ok := catalog.FuncWrappers[callmatch.CalleeName(v.p.TypesInfo, call)]
	if !ok || row.Arg >= len(call.Args) {
		return nil
	}
	if row.Method == "" {
		return v.value(call.Args[row.Arg])
	}
	return v.named(call.Args[row.Arg], row.Method)
}

// named returns the steps of calling the method of x that has a certain name.
func (v *stepVisitor) named(x ast.Expr, name string) []Step {
	obj, _, _ := types.LookupFieldOrMethod(v.p.TypesInfo.TypeOf(x), true, v.p.Pkg, name)
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	if s, ok := v.method(x, fn); ok {
		return []Step{s}
	}
	decl := syntax.IndexDecl(v.p, fn)
	if decl == nil {
		return nil
	}
	bound := map[*types.Var]ast.Expr{receiver(v.p, decl): x}
	return v.translate(v.Of(decl), decl, bound)
}

// bindings returns what the receiver and the parameters of a function of the
// package stand for in a call.
func (v *stepVisitor) bindings(call *ast.CallExpr, decl *ast.FuncDecl) map[*types.Var]ast.Expr {
	bound := make(map[*types.Var]ast.Expr)
	if sel := syntax.Selector(call.Fun); sel != nil && decl.Recv != nil {
		bound[receiver(v.p, decl)] = sel.X
	}
	fn, _ := v.p.TypesInfo.Defs[decl.Name].(*types.Func)
	params := fn.Signature().Params()
	for i, arg := range call.Args {
		if i < params.Len() {
			bound[params.At(i)] = arg
		}
	}
	return bound
}
