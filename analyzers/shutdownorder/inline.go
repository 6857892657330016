package shutdownorder

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/joins"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// method returns the step that calling fn, a method of the variable x, is.
func (st *stepper) method(x ast.Expr, fn *types.Func) (step, bool) {
	subject := variableOf(st.p, x)
	if subject == nil || fn == nil {
		return step{}, false
	}
	s := step{kind: st.kind(fn), expr: x, subject: subject, root: rootOf(st.p, x)}
	if s.kind == other && st.foreign && fn.Pkg() != st.p.Pkg {
		if s.fact = joins.Of(st.p.Pass).Fact(fn); s.fact != nil {
			s.kind, s.fn = waits, fn
		}
	}
	return s, s.kind != other
}

// value returns the steps of calling fun: a literal, a function or method of the
// package, a method value, or a variable that only ever holds one of these.
func (v *stepVisitor) value(fun ast.Expr) []step {
	fun = ast.Unparen(fun)
	if lit, ok := fun.(*ast.FuncLit); ok {
		return v.translate(v.of(lit), lit, nil)
	}
	if call, ok := fun.(*ast.CallExpr); ok {
		return v.wrapped(call)
	}
	if fn := callmatch.Func(v.p.TypesInfo, fun); fn != nil {
		if sel := selector(fun); sel != nil {
			if s, ok := v.method(sel.X, fn); ok {
				s.expr = fun
				return []step{s}
			}
		}
		if decl := indexDecl(v.p, fn); decl != nil {
			bound := make(map[*types.Var]ast.Expr)
			if sel := selector(fun); sel != nil && decl.Recv != nil {
				bound[receiver(v.p, decl)] = sel.X
			}
			return v.translate(v.of(decl), decl, bound)
		}
		return nil
	}
	return v.variable(fun)
}

// variable returns the steps of calling what a local variable holds.
func (v *stepVisitor) variable(fun ast.Expr) []step {
	id, ok := fun.(*ast.Ident)
	if !ok {
		return nil
	}
	local, ok := v.p.TypesInfo.Uses[id].(*types.Var)
	if !ok || local.Parent() == v.p.Pkg.Scope() {
		return nil
	}
	if decl, ok := v.fn.(*ast.FuncDecl); ok && within(decl.Type, local.Pos()) {
		return []step{{kind: calls, expr: fun, subject: local}}
	}
	if cur, ok := cursorOf(v.p, v.fn); ok {
		if value := localvar.Value(v.p.TypesInfo, declAround(cur), local); value != nil {
			if _, alias := ast.Unparen(value).(*ast.Ident); !alias {
				return v.value(value)
			}
		}
	}
	return nil
}

// wrapped looks through calls that make a function of a function, or of a value
// with a certain method.
func (v *stepVisitor) wrapped(call *ast.CallExpr) []step {
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
func (v *stepVisitor) named(x ast.Expr, name string) []step {
	obj, _, _ := types.LookupFieldOrMethod(v.p.TypesInfo.TypeOf(x), true, v.p.Pkg, name)
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	if s, ok := v.method(x, fn); ok {
		return []step{s}
	}
	decl := indexDecl(v.p, fn)
	if decl == nil {
		return nil
	}
	bound := map[*types.Var]ast.Expr{receiver(v.p, decl): x}
	return v.translate(v.of(decl), decl, bound)
}

// bindings returns what the receiver and the parameters of a function of the
// package stand for in a call.
func (v *stepVisitor) bindings(call *ast.CallExpr, decl *ast.FuncDecl) map[*types.Var]ast.Expr {
	bound := make(map[*types.Var]ast.Expr)
	if sel := selector(call.Fun); sel != nil && decl.Recv != nil {
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
