package exitinlibrary

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// entryOf returns the exported function with an error as its last result that decl is, or that
// calls decl, itself and not in a literal, at most depth calls away; nil if there is none.
func entryOf(p *check.Pass, decl *ast.FuncDecl, depth int) *types.Func {
	fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || handles(fn) {
		return nil
	}
	if fn.Exported() {
		if callmatch.CanFail(fn.Signature()) && !catalog.ForEnding(fn.Name()) {
			return fn
		}
		return nil // its callers may rely on the end
	}
	if depth == 0 {
		return nil
	}
	for _, call := range astindex.Of(p.Pass).Calls[fn] {
		cur, ok := syntax.CursorOf(p, call.Expr)
		if !ok || p.Quiet(call.Expr.Pos()) {
			continue
		}
		if caller := declOf(cur); caller != nil && caller != decl {
			if e := entryOf(p, caller, depth-1); e != nil {
				return e
			}
		}
	}
	return nil
}

// handles reports whether a function is one that handles requests or messages.
func handles(fn *types.Func) bool {
	for v := range fn.Signature().Params().Variables() {
		name := callmatch.TypeName(v.Type())
		if _, ok := catalog.HandledParams[name]; ok || callmatch.IsServerStream(v.Type()) {
			return true
		}
	}
	return callmatch.AnswersCall(fn.Signature())
}
