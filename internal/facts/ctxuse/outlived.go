package ctxuse

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// This file tells what a goroutine does with a context that ends before it.

// Outlived reports whether a goroutine that fn starts, or sends the context to, works with the context it gets as
// argument i after fn has returned, and is interrupted when that ends.
func (r *Result) Outlived(fn *types.Func, i int) bool {
	return r.bit(fn, i, func(f *Fact) uint64 { return f.Outlived })
}

// Asks reports whether fn asks for the end of the context it gets as argument i, itself or by
// what it calls.
func (r *Result) Asks(fn *types.Func, i int) bool {
	return r.bit(fn, i, func(f *Fact) uint64 { return f.Asked })
}

// goStmt returns the outermost go statement of a stack, nil if there is none.
func goStmt(stack []ast.Node) *ast.GoStmt {
	for _, n := range stack {
		if start, ok := n.(*ast.GoStmt); ok {
			return start
		}
	}
	return nil
}

// works reports whether id, the use of a context in a goroutine, is passed to a call that may
// wait for something else than the end of this context.
func (r *Result) works(start *ast.GoStmt, id *ast.Ident, stack []ast.Node) bool {
	call, ok := stack[len(stack)-1].(*ast.CallExpr)
	if !ok {
		return false
	}
	i := slices.Index(call.Args, ast.Expr(id))
	fn := callmatch.Callee(r.pass.TypesInfo, call)
	if i < 0 || fn == nil || returnsContext(fn) || r.Asks(fn, i) {
		return false
	}
	return !asks(r.pass.TypesInfo, start)
}

// asks reports whether a goroutine asks for the end of a context.
func asks(info *types.Info, start *ast.GoStmt) bool {
	found := false
	ast.Inspect(start, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && (sel.Sel.Name == "Done" || sel.Sel.Name == "Err") && IsContext(info.TypeOf(sel.X))
		return !found
	})
	return found
}

// literalParam returns the parameter that argument i of a literal's call is for, nil if the
// call is of something else.
func literalParam(info *types.Info, call *ast.CallExpr, i int) *types.Var {
	lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit)
	if !ok {
		return nil
	}
	sig, ok := info.TypeOf(lit).(*types.Signature)
	if !ok || i >= sig.Params().Len() {
		return nil
	}
	return sig.Params().At(i)
}
