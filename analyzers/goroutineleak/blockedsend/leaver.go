package blockedsend

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// leaver returns the return by which a function of the package leaves a loop that receives values of a type from a
// channel which it is passed, itself or in a goroutine, or which the maker returns to it, nil if there is none:
//
//	func First[T any](in <-chan T, ok func(T) bool) (v T, found bool) {
//		for v := range in {
//			if ok(v) {
//				return v, true
func leaver(p *check.Pass, maker *ssa.Function, elem types.Type) ast.Node {
	made := firstLeaving(p, func(_ *types.Func, decl *ast.FuncDecl, ch ast.Expr) bool { return isMade(p, decl, ch, maker, elem) })
	if made != nil {
		return made
	}
	return firstLeaving(p, func(fn *types.Func, _ *ast.FuncDecl, ch ast.Expr) bool { return isParam(p, fn, ch, elem) })
}

// firstLeaving returns the first return from a loop that receives from such a channel.
func firstLeaving(p *check.Pass, such func(*types.Func, *ast.FuncDecl, ast.Expr) bool) (left ast.Node) {
	for fn, decl := range astindex.Funcs(p.Pass) {
		if decl.Body == nil || left != nil || p.Quiet(decl.Pos()) {
			continue
		}
		ast.Inspect(decl.Body, func(n ast.Node) bool {
			loop, ok := n.(*ast.RangeStmt)
			if !ok || !such(fn, decl, loop.X) {
				return left == nil
			}
			left = returnIn(loop.Body)
			return false
		})
	}
	return left
}

// isParam reports whether an expression is a parameter that is a channel of values of a type, or of any.
func isParam(p *check.Pass, fn *types.Func, expr ast.Expr, elem types.Type) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return false
	}
	for v := range fn.Signature().Params().Variables() {
		channel, ok := v.Type().Underlying().(*types.Chan)
		if !ok || p.TypesInfo.Uses[id] != v {
			continue
		}
		_, generic := types.Unalias(channel.Elem()).(*types.TypeParam)
		return generic || types.Identical(channel.Elem(), elem)
	}
	return false
}

// isMade reports whether an expression is a channel of values of a type that a call of the function which makes it, or of
// a method of an interface that it implements, has returned.
func isMade(p *check.Pass, decl *ast.FuncDecl, expr ast.Expr, maker *ssa.Function, elem types.Type) bool {
	channel, ok := p.TypesInfo.TypeOf(expr).Underlying().(*types.Chan)
	if !ok || !types.Identical(channel.Elem(), elem) {
		return false
	}
	if v, ok := callmatch.Object(p.TypesInfo, expr).(*types.Var); ok && !v.IsField() {
		expr = localvar.Definition(p.TypesInfo, decl, v)
	}
	call, ok := expr.(*ast.CallExpr)
	made, named := maker.Object().(*types.Func)
	if !ok || !named {
		return false
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || fn.Origin() == made.Origin() {
		return fn != nil
	}
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type()) && fn.Name() == made.Name() && made.Signature().Recv() != nil && types.Identical(fn.Type(), made.Type())
}

// returnIn returns a return of a body, outside of literals, nil if there is none.
func returnIn(body ast.Node) (ret ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.ReturnStmt); ok && ret == nil {
			ret = n
		}
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	return ret
}

// looksAtEnd reports whether a goroutine asks a context for its end.
func looksAtEnd(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		switch ssaflow.Callee(call.Common()) {
		case "(context.Context).Done", "(context.Context).Err":
			return true
		}
	}
	return false
}
