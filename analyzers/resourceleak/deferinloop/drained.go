package deferinloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// drained returns where the pass opens rows that it reads to their end, which closes them, itself or by a
// function of the package. In a loop without an end the deferred calls pile up all the same.
func drained(p *check.Pass, call *ast.CallExpr, loop ast.Stmt) token.Pos {
	v := closed(p.TypesInfo, call)
	if each, ok := loop.(*ast.ForStmt); ok && each.Post == nil {
		return token.NoPos
	}
	if v == nil || !catalog.DrainedRows[callmatch.TypeName(v.Type())] {
		return token.NoPos
	}
	made, ok := ast.Unparen(localvar.Definition(p.TypesInfo, loop, v)).(*ast.CallExpr)
	if !ok {
		return token.NoPos
	}
	for _, s := range site.Find(p, func(_ *types.Func, call *ast.CallExpr) bool { return call == made }) {
		if readsOut(p, s.SSA) {
			return made.Pos()
		}
	}
	return token.NoPos
}

// readsOut reports whether what a call opens is read to its end before the call is reached again.
func readsOut(p *check.Pass, call *ssa.Call) bool {
	rows := resource.Result(call, 0)
	if rows == nil {
		return false
	}
	model := resource.New(ssabuild.Of(p.Pass).Funcs)
	o := &resource.Opening{At: call, Value: rows, Err: resource.Error(call), Drains: true, Ends: func(string) bool { return false }}
	o.Pair = func(other *ssa.CallCommon) bool {
		i := slices.IndexFunc(other.Args, func(arg ssa.Value) bool { return site.Same(arg, rows) })
		return i >= 0 && model.ReadsOut(other, i, o)
	}
	fate := model.Follow(o)
	return !fate.Cut && !slices.ContainsFunc(fate.Leaks, func(l resource.Leak) bool { return l.Exit == ssa.Instruction(call) })
}
