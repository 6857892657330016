package ctxuse

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// IdleCall reports whether a call never waits for the context that is its argument i. A
// function value that takes a value and returns nothing counts as such a method of an
// interface, and a package's variable as the function it is initialized with: log.G of
// containerd is log.GetLogger, and what a program assigns to it instead returns a logger,
// too.
func (r *Result) IdleCall(call *ast.CallExpr, i int) bool {
	if fn := callmatch.Callee(r.pass.TypesInfo, call); fn != nil {
		return r.queued(call, fn) || r.Idle(fn, i)
	}
	if sig, ok := r.pass.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature); ok && sig.Results().Len() == 0 && sig.Params().Len() > 1 {
		return true // as tells recognizes it
	}
	v := r.packageVar(call.Fun)
	return v != nil && i < 64 && r.idleParams(v)&(1<<i) != 0
}

// queued reports whether a call only notes what another one will send.
func (r *Result) queued(call *ast.CallExpr, fn *types.Func) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	sends, ok := catalog.ContextQueues[callmatch.TypeName(r.pass.TypesInfo.TypeOf(sel.X))]
	return ok && fn.Name() != sends
}

// packageVar returns the variable of a package that expr denotes, nil if it denotes
// none.
func (r *Result) packageVar(expr ast.Expr) *types.Var {
	var id *ast.Ident
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		id = expr
	case *ast.SelectorExpr:
		id = expr.Sel
	}
	v, ok := r.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return nil
	}
	return v
}

// idleParams returns the bits of the contexts that what v begins as does not wait
// for.
func (r *Result) idleParams(v *types.Var) uint64 {
	if v.Pkg() != r.pass.Pkg {
		fact := new(Fact)
		r.pass.ImportObjectFact(v, fact)
		return fact.Idle
	}
	init, ok := r.inits[v]
	if !ok {
		return 0
	}
	if from := r.packageVar(init); from != nil {
		return r.idleParams(from)
	}
	fn := callmatch.Func(r.pass.TypesInfo, init)
	if fn == nil {
		return 0
	}
	var idle uint64
	for i := range min(fn.Signature().Params().Len(), 64) {
		if IsContext(fn.Signature().Params().At(i).Type()) && r.Idle(fn, i) {
			idle |= 1 << i
		}
	}
	return idle
}

// initialValues finds what the package's variables that are functions with a
// context begin as.
func initialValues(info *types.Info) map[*types.Var]ast.Expr {
	inits := make(map[*types.Var]ast.Expr)
	for _, init := range info.InitOrder {
		if len(init.Lhs) != 1 {
			continue
		}
		if sig, ok := init.Lhs[0].Type().Underlying().(*types.Signature); ok && takesContext(sig) {
			inits[init.Lhs[0]] = init.Rhs
		}
	}
	return inits
}

// exportVars exports facts for the variables.
func (r *Result) exportVars() {
	for v := range r.inits {
		if idle := r.idleParams(v); idle != 0 {
			r.pass.ExportObjectFact(v, &Fact{Idle: idle})
		}
	}
}
