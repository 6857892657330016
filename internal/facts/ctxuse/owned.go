package ctxuse

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Owned reports whether fn starts a goroutine that its receiver is to end, and that ends with the context
// which it gets as argument i as well.
func (r *Result) Owned(fn *types.Func, i int) bool {
	return r.bit(fn, i, func(f *Fact) uint64 { return f.Owned })
}

// owns reports whether a method derives a context from v, keeps its cancel function in its receiver, and
// starts a goroutine with the context:
//
//	ctx, cancel := context.WithCancel(ctx)
//	p.feeds[name] = &feed{cancel: cancel}
//	go p.loop(ctx, name)
func (r *Result) owns(fn *types.Func, decl *ast.FuncDecl, v *types.Var) bool {
	if fn.Signature().Recv() == nil || returnsMore(fn.Signature()) {
		return false
	}
	ctx, end := r.derived(decl.Body, v)
	if ctx == nil {
		return false
	}
	recv := fn.Signature().Recv()
	if id, ok := end.(*ast.Ident); ok && !r.keptByReceiver(decl.Body, recv, r.pass.TypesInfo.ObjectOf(id)) || !ok && !r.is(rootOf(end), recv) {
		return false
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		start, ok := n.(*ast.GoStmt)
		found = found || ok && r.mentions(start, ctx)
		return !found
	})
	return found
}

// returnsMore reports whether a function returns something else than an error or a flag, with which its
// caller may end what it has started.
func returnsMore(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if b, ok := v.Type().Underlying().(*types.Basic); !callmatch.IsError(v.Type()) && (!ok || b.Info()&types.IsBoolean == 0) {
			return true
		}
	}
	return false
}

// derived returns the context that a body derives from v with a cancel function of its own, and what that is
// assigned to; nil for none.
func (r *Result) derived(body *ast.BlockStmt, v *types.Var) (ctx types.Object, end ast.Expr) {
	info := r.pass.TypesInfo
	ast.Inspect(body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != 2 || len(assign.Rhs) != 1 {
			return true
		}
		call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		if !ok || catalog.ContextEnds[callmatch.CalleeName(info, call)] != "cancel" || !r.is(call.Args[0], v) {
			return true
		}
		if made, ok := assign.Lhs[0].(*ast.Ident); ok {
			ctx, end = info.ObjectOf(made), assign.Lhs[1]
		}
		return true
	})
	return ctx, end
}

// keptByReceiver reports whether a body stores a cancel function, or a local variable made with it, in what the
// receiver holds.
func (r *Result) keptByReceiver(body *ast.BlockStmt, recv *types.Var, cancel types.Object) bool {
	if cancel == nil {
		return false
	}
	holds := map[types.Object]bool{cancel: true}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != len(assign.Rhs) {
			return true
		}
		for i, lhs := range assign.Lhs {
			if !r.carries(assign.Rhs[i], holds) {
				continue
			}
			if id, ok := lhs.(*ast.Ident); ok {
				holds[r.pass.TypesInfo.ObjectOf(id)] = true
			} else if r.is(rootOf(lhs), recv) {
				found = true
			}
		}
		return true
	})
	return found
}

// carries reports whether a value is one of some variables, or a literal that contains one.
func (r *Result) carries(value ast.Expr, holds map[types.Object]bool) bool {
	switch value := ast.Unparen(value).(type) {
	case *ast.Ident:
		return holds[r.pass.TypesInfo.Uses[value]]
	case *ast.UnaryExpr:
		return r.carries(value.X, holds)
	case *ast.KeyValueExpr:
		return r.carries(value.Value, holds)
	case *ast.CallExpr: // append(s.cancels, cancel)
		return callmatch.IsBuiltin(r.pass.TypesInfo, value, "append") && r.carries(value.Args[len(value.Args)-1], holds)
	case *ast.CompositeLit:
		for _, elt := range value.Elts {
			if r.carries(elt, holds) {
				return true
			}
		}
	}
	return false
}

// rootOf returns the expression that the fields and elements of expr belong to.
func rootOf(expr ast.Expr) ast.Expr {
	for {
		switch e := ast.Unparen(expr).(type) {
		case *ast.SelectorExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.StarExpr:
			expr = e.X
		default:
			return e
		}
	}
}

// is reports whether an expression is a variable.
func (r *Result) is(expr ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && r.pass.TypesInfo.Uses[id] == v
}

// mentions reports whether a node uses an object.
func (r *Result) mentions(n ast.Node, obj types.Object) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && r.pass.TypesInfo.Uses[id] == obj
		return !found
	})
	return found
}
