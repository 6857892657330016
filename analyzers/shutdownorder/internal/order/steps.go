package order

import (
	"go/ast"
	"go/token"
	"go/types"
	"sync"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A Stepper lists the steps of functions. Those of the package's functions that
// they call count as theirs.
type Stepper struct {
	p       *check.Pass
	kind    func(*types.Func) Kind
	Foreign bool // waits in other packages count
	lists   func() map[*types.Var]*Runner
	memo    map[ast.Node][]Step
}

// NewStepper returns a stepper that knows functions by their kind.
func NewStepper(p *check.Pass, kind func(*types.Func) Kind) *Stepper {
	lists := sync.OnceValue(func() map[*types.Var]*Runner { return runners(p) })
	return &Stepper{p: p, kind: kind, lists: lists, memo: make(map[ast.Node][]Step)}
}

// Of returns the steps of a function. Deferred literals belong to it, other
// literals only when it calls them.
func (st *Stepper) Of(fn ast.Node) []Step {
	if list, ok := st.memo[fn]; ok {
		return list
	}
	st.memo[fn] = nil // functions that call themselves
	v := &stepVisitor{Stepper: st, fn: fn}
	if body := astindex.FuncBody(fn); body != nil {
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
	*Stepper
	fn   ast.Node
	list []Step
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
			if subject := syntax.VariableOf(v.p, n.X); n.Op == token.ARROW && subject != nil {
				v.add(Step{Kind: Waits, Expr: n, Subject: subject, Root: rootOf(v.p, n.X)}, in)
			}
		case *ast.AssignStmt:
			v.listed(n, in)
		case *ast.CallExpr:
			return v.call(n, in)
		}
		return true
	})
}

func (v *stepVisitor) add(s Step, in *ast.DeferStmt) {
	s.Deferred = in
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
		v.add(Step{Kind: Registers, Expr: call, Subject: h.Registry, Hook: h}, in)
		return false
	}
	if sel := syntax.Selector(call.Fun); sel != nil {
		if s, ok := v.method(sel.X, fn); ok {
			s.Expr = call
			v.add(s, in)
			if s.Kind != Closes {
				return true
			}
		}
	}
	for _, s := range v.inlined(call, fn, name) {
		if s.calls++; s.calls <= MaxCalls {
			s.Via = call
			v.add(s, in)
		}
	}
	return true
}

// inlined returns the steps of what a call runs.
func (v *stepVisitor) inlined(call *ast.CallExpr, fn *types.Func, name string) []Step {
	if row, ok := catalog.RunsNow[name]; ok && row.Arg < len(call.Args) {
		return v.value(call.Args[row.Arg])
	}
	decl := syntax.IndexDecl(v.p, fn)
	if decl == nil {
		if fn != nil {
			return nil
		}
		return v.value(call.Fun)
	}
	return v.translate(v.Of(decl), decl, v.bindings(call, decl))
}
