package shutdownorder

import (
	"go/ast"
	"go/token"
	"go/types"
	"sync"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A stepper lists the steps of functions. Those of the package's functions that
// they call count as theirs.
type stepper struct {
	p       *check.Pass
	kind    func(*types.Func) kind
	foreign bool // waits in other packages count
	lists   func() map[*types.Var]*runner
	memo    map[ast.Node][]step
}

func newStepper(p *check.Pass, kind func(*types.Func) kind) *stepper {
	lists := sync.OnceValue(func() map[*types.Var]*runner { return runners(p) })
	return &stepper{p: p, kind: kind, lists: lists, memo: make(map[ast.Node][]step)}
}

// of returns the steps of a function. Deferred literals belong to it, other
// literals only when it calls them.
func (st *stepper) of(fn ast.Node) []step {
	if list, ok := st.memo[fn]; ok {
		return list
	}
	st.memo[fn] = nil // functions that call themselves
	v := &stepVisitor{stepper: st, fn: fn}
	if body := bodyOf(fn); body != nil {
		v.walk(body, nil)
	}
	for i := range v.list {
		v.list[i].place(st.p)
	}
	st.memo[fn] = v.list
	return v.list
}

// A stepVisitor goes through one function.
type stepVisitor struct {
	*stepper
	fn   ast.Node
	list []step
}

func (v *stepVisitor) walk(root ast.Node, in *ast.DeferStmt) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt:
			return false
		case *ast.DeferStmt:
			if in == nil {
				v.walk(n.Call, n)
			}
			return false
		case *ast.UnaryExpr:
			if subject := variableOf(v.p, n.X); n.Op == token.ARROW && subject != nil {
				v.add(step{kind: waits, expr: n, subject: subject, root: rootOf(v.p, n.X)}, in)
			}
		case *ast.AssignStmt:
			v.listed(n, in)
		case *ast.CallExpr:
			return v.call(n, in)
		}
		return true
	})
}

func (v *stepVisitor) add(s step, in *ast.DeferStmt) {
	s.deferred = in
	v.list = append(v.list, s)
}

// call adds what a call does, and reports whether its operands are worth a look.
func (v *stepVisitor) call(call *ast.CallExpr, in *ast.DeferStmt) bool {
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		v.walk(lit.Body, in)
		return true
	}
	fn := callmatch.Callee(v.p.TypesInfo, call)
	name := callmatch.Name(fn)
	if h := v.hookOf(call, name); h != nil {
		v.add(step{kind: registers, expr: call, subject: h.registry, hook: h}, in)
		return false
	}
	if sel := selector(call.Fun); sel != nil {
		if s, ok := v.method(sel.X, fn); ok {
			s.expr = call
			v.add(s, in)
			if s.kind != closes {
				return true
			}
		}
	}
	for _, s := range v.inlined(call, fn, name) {
		if s.calls++; s.calls <= maxCalls {
			s.via = call
			v.add(s, in)
		}
	}
	return true
}

// inlined returns the steps of what a call runs.
func (v *stepVisitor) inlined(call *ast.CallExpr, fn *types.Func, name string) []step {
	if row, ok := catalog.RunsNow[name]; ok && row.Arg < len(call.Args) {
		return v.value(call.Args[row.Arg])
	}
	decl := indexDecl(v.p, fn)
	if decl == nil {
		if fn != nil {
			return nil
		}
		return v.value(call.Fun)
	}
	return v.translate(v.of(decl), decl, v.bindings(call, decl))
}
