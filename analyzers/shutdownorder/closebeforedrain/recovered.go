package closebeforedrain

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// recovered reports whether a panic in fn is recovered from: fn defers something that
// does, or is a literal that a function is given which does.
//
//	err := safely(func() { l.conns <- conn })
func recovered(p *check.Pass, fn *ssa.Function) bool {
	known := recovers.Of(p.Pass)
	switch syntax := fn.Syntax().(type) {
	case *ast.FuncDecl:
		return known.Guards(syntax.Body)
	case *ast.FuncLit:
		mk := ssainstr.ClosureOf(fn)
		return known.Guards(syntax.Body) || mk != nil && slices.ContainsFunc(ssabuild.Referrers(mk), func(ref ssa.Instruction) bool {
			call, ok := ref.(*ssa.Call)
			if !ok || call.Call.StaticCallee() == nil {
				return false
			}
			callee, ok := call.Call.StaticCallee().Object().(*types.Func)
			return ok && known.Func(callee).Guarded
		})
	}
	return false
}
