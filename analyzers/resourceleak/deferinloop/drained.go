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
	made := opening(p.TypesInfo, v, loop)
	for _, s := range site.Find(p, func(_ *types.Func, call *ast.CallExpr) bool { return call == made }) {
		if readsOut(p, s.SSA) {
			return made.Pos()
		}
	}
	return token.NoPos
}

// opening returns the call in a loop whose first result is the variable.
func opening(info *types.Info, v *types.Var, loop ast.Stmt) (made *ast.CallExpr) {
	ast.Inspect(loop, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Rhs) != 1 {
			return true
		}
		if id, ok := assign.Lhs[0].(*ast.Ident); ok && info.Defs[id] == types.Object(v) {
			made, _ = ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		}
		return made == nil
	})
	return made
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
