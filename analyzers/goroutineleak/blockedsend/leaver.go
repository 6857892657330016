package blockedsend

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// leaver returns the return by which a function of the package leaves a loop that receives values of a type from a
// channel which it is passed, itself or in a goroutine, nil if there is none:
//
//	func First[T any](in <-chan T, ok func(T) bool) (v T, found bool) {
//		for v := range in {
//			if ok(v) {
//				return v, true
func leaver(p *check.Pass, elem types.Type) (left ast.Node) {
	for fn, decl := range astindex.Funcs(p.Pass) {
		if decl.Body == nil || left != nil || p.Quiet(decl.Pos()) {
			continue
		}
		ast.Inspect(decl.Body, func(n ast.Node) bool {
			loop, ok := n.(*ast.RangeStmt)
			if !ok || !isParam(p, fn, loop.X, elem) {
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
