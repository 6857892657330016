package waitgroup

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Whole returns c with the calls that functions of the package make on it as well which it
// is passed to by address. It is closed if it is a local variable, or a field of the package, that
// nothing else can reach.
func (c *Counter) Whole(p *check.Pass, in *inspector.Inspector, all []*Counter) *Counter {
	if !c.Open || c.V.Embedded() || c.V.Kind() == types.ParamVar || c.V.Kind() == types.ResultVar || c.V.Exported() && c.V.Pkg().Name() != "main" {
		return c
	}
	if _, pointer := types.Unalias(c.V.Type()).(*types.Pointer); pointer && !madeOnce(p, in, c.V) {
		return c
	}
	w := &wholeness{p: p, in: in, all: all, seen: make(map[*types.Var]bool)}
	sum := &Counter{V: c.V}
	if !w.collect(c.V, sum) {
		return c
	}
	return sum
}

type wholeness struct {
	p    *check.Pass
	in   *inspector.Inspector
	all  []*Counter
	seen map[*types.Var]bool
}

// collect adds what is done to the group in v to sum, and reports whether that is all.
func (w *wholeness) collect(v *types.Var, sum *Counter) bool {
	if w.seen[v] {
		return true
	}
	w.seen[v] = true
	calls := new(Counter)
	if i := slices.IndexFunc(w.all, func(c *Counter) bool { return c.V == v }); i >= 0 {
		calls = w.all[i]
		sum.Adds, sum.Gos = append(sum.Adds, calls.Adds...), append(sum.Gos, calls.Gos...)
		sum.Dones, sum.Waits = append(sum.Dones, calls.Dones...), append(sum.Waits, calls.Waits...)
		sum.Either = sum.Either || calls.Either
	}
	for _, id := range astindex.Of(w.p.Pass).Uses[v] {
		if calls.receives(id) {
			continue
		}
		param, known := w.passed(id)
		if !known || param != nil && !w.collect(param, sum) {
			return false
		}
	}
	return true
}

// receives reports whether id names the receiver of one of the calls.
func (c *Counter) receives(id *ast.Ident) bool {
	return slices.ContainsFunc(slices.Concat(c.Adds, c.Gos, c.Dones, c.Waits), func(call astindex.Call) bool {
		x := Receiver(call.Expr)
		return x.Pos() <= id.Pos() && id.End() <= x.End()
	})
}

// passed returns the parameter that the use of a group is passed as, by address; known is false
// for other uses, and nil and true for a copy, which counts on its own.
func (w *wholeness) passed(id *ast.Ident) (param *types.Var, known bool) {
	cur, ok := astindex.Find(w.in, id)
	if !ok {
		return nil, false
	}
	if kind, _ := cur.ParentEdge(); kind == edge.SelectorExpr_Sel {
		cur = cur.Parent()
	}
	if kind, _ := cur.ParentEdge(); kind == edge.UnaryExpr_X {
		cur = cur.Parent()
	}
	kind, i := cur.ParentEdge()
	if kind != edge.CallExpr_Args {
		return nil, false
	}
	sig := w.callee(cur.Parent().Node().(*ast.CallExpr))
	if sig == nil || sig.Variadic() || i >= sig.Params().Len() {
		return nil, false
	}
	param = sig.Params().At(i)
	if !callmatch.IsType(param.Type(), "sync.WaitGroup") {
		return nil, false // an interface, say
	}
	if _, pointer := types.Unalias(param.Type()).(*types.Pointer); !pointer {
		return nil, true
	}
	return param, true
}

// callee returns the signature of the function of the package, or of the literal, that is called.
func (w *wholeness) callee(call *ast.CallExpr) *types.Signature {
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		sig, _ := w.p.TypesInfo.TypeOf(lit).(*types.Signature)
		return sig
	}
	fn := callmatch.Callee(w.p.TypesInfo, call)
	if fn == nil || astindex.Of(w.p.Pass).Decls[fn.Origin()] == nil {
		return nil
	}
	return fn.Origin().Signature()
}

// madeOnce reports whether a local variable is declared with a new group, and never assigned to.
func madeOnce(p *check.Pass, in *inspector.Inspector, v *types.Var) bool {
	if v.Kind() != types.LocalVar {
		return false
	}
	cur, ok := in.Root().FindByPos(v.Pos(), v.Pos())
	if !ok || assigned(p, in, v) {
		return false
	}
	for c := range cur.Enclosing((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		var names, values []ast.Expr
		switch n := c.Node().(type) {
		case *ast.AssignStmt:
			names, values = n.Lhs, n.Rhs
		case *ast.ValueSpec:
			for _, name := range n.Names {
				names = append(names, name)
			}
			values = n.Values
		}
		i := slices.IndexFunc(names, func(name ast.Expr) bool { return name.Pos() == v.Pos() })
		return i >= 0 && len(names) == len(values) && isNew(p, values[i])
	}
	return false
}

func assigned(p *check.Pass, in *inspector.Inspector, v *types.Var) bool {
	return slices.ContainsFunc(astindex.Of(p.Pass).Uses[v], func(id *ast.Ident) bool {
		cur, ok := astindex.Find(in, id)
		if !ok {
			return true
		}
		kind, _ := cur.ParentEdge()
		return kind == edge.AssignStmt_Lhs
	})
}

// isNew recognizes &sync.WaitGroup{} and new(sync.WaitGroup).
func isNew(p *check.Pass, expr ast.Expr) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.UnaryExpr:
		_, lit := ast.Unparen(expr.X).(*ast.CompositeLit)
		return lit
	case *ast.CallExpr:
		id, ok := ast.Unparen(expr.Fun).(*ast.Ident)
		return ok && p.TypesInfo.Uses[id] == types.Universe.Lookup("new")
	}
	return false
}
