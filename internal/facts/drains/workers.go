package drains

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
)

// worker returns the queue that what a call starts reads to its end: a literal, or a function of the package
// that is passed the context; nil if it reads none.
func (r *Result) worker(start *ast.CallExpr, v *types.Var) *types.Var {
	lit, ok := ast.Unparen(start.Fun).(*ast.FuncLit)
	if !ok && len(start.Args) == 1 {
		lit, ok = ast.Unparen(start.Args[0]).(*ast.FuncLit)
	}
	if ok {
		return r.readsToEnd(lit.Body, v)
	}
	fn := callmatch.Callee(r.pass.TypesInfo, start)
	if fn == nil || astindex.Of(r.pass).Decls[fn.Origin()] == nil || astindex.Of(r.pass).Decls[fn.Origin()].Body == nil {
		return nil
	}
	for i, arg := range start.Args {
		if r.is(arg, v) && i < fn.Signature().Params().Len() {
			return r.readsToEnd(astindex.Of(r.pass).Decls[fn.Origin()].Body, fn.Origin().Signature().Params().At(i))
		}
	}
	return nil
}

// readsToEnd returns the buffered channel in a field that a body ranges over, where it passes a context to a
// call in the loop that may wait for it, and does not ask for its end.
func (r *Result) readsToEnd(body *ast.BlockStmt, v *types.Var) (queue *types.Var) {
	if r.asks(body) {
		return nil
	}
	ast.Inspect(body, func(n ast.Node) bool {
		loop, ok := n.(*ast.RangeStmt)
		if !ok {
			return queue == nil
		}
		field := callmatch.Field(r.pass.TypesInfo, loop.X)
		if _, channel := r.pass.TypesInfo.TypeOf(loop.X).Underlying().(*types.Chan); channel && field != nil && r.buffered(field) && r.worksWith(loop.Body, v) {
			queue = field
		}
		return queue == nil
	})
	return queue
}

// worksWith reports whether a body passes a context to a call that may wait for it.
func (r *Result) worksWith(body *ast.BlockStmt, v *types.Var) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		for i, arg := range call.Args {
			if fn := callmatch.Callee(r.pass.TypesInfo, call); r.is(arg, v) && !ctxuse.Of(r.pass).IdleCall(call, i) && (fn == nil || !returnsContext(fn)) {
				found = true
			}
		}
		return !found
	})
	return found
}

// asks reports whether code asks for the end of a context.
func (r *Result) asks(body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && (sel.Sel.Name == "Done" || sel.Sel.Name == "Err") && ctxuse.IsContext(r.pass.TypesInfo.TypeOf(sel.X))
		return !found
	})
	return found
}

// returnsContext reports whether the first result of a function is a context.
func returnsContext(fn *types.Func) bool {
	results := fn.Signature().Results()
	return results.Len() > 0 && ctxuse.IsContext(results.At(0).Type())
}

// is reports whether an expression is a variable.
func (r *Result) is(expr ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && r.pass.TypesInfo.Uses[id] == v
}
