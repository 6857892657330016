package sharedhookbudget

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// reportIndexed reports loops that go by an index, as those do that run the hooks in the reverse order:
//
//	for i := len(hooks) - 1; i >= 0; i-- {
//		hooks[i](ctx)
//	}
func reportIndexed(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		body, index := indexOf(p, cur.Node())
		if index == nil || p.Quiet(cur.Node().Pos()) || leavesEarly(body) {
			continue
		}
		call, hooks := indexedCall(p, body, index)
		if call == nil {
			continue
		}
		ctx, _ := ast.Unparen(call.Args[0]).(*ast.Ident)
		if limit := deadlineOf(p, cur, ctx); limit != nil {
			reportSharedBudget(p, hooks, call, limit, nil)
		}
	}
}

// indexOf returns the body of a loop and the variable by which it counts, nil if it does not.
func indexOf(p *check.Pass, loop ast.Node) (*ast.BlockStmt, *types.Var) {
	var id *ast.Ident
	var body *ast.BlockStmt
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		if loop.Value != nil {
			return nil, nil
		}
		id, _ = loop.Key.(*ast.Ident)
		body = loop.Body
	case *ast.ForStmt:
		init, ok := loop.Init.(*ast.AssignStmt)
		if !ok || len(init.Lhs) != 1 {
			return nil, nil
		}
		id, _ = init.Lhs[0].(*ast.Ident)
		body = loop.Body
	}
	if id == nil {
		return nil, nil
	}
	v, _ := p.TypesInfo.Defs[id].(*types.Var)
	return body, v
}

// indexedCall returns the call, in the loop's own goroutine, of the function that the element with the index is, or
// holds, with a context as only argument; and what has the elements.
func indexedCall(p *check.Pass, body *ast.BlockStmt, index *types.Var) (found *ast.CallExpr, hooks ast.Expr) {
	syntax.InOwn(body, func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || found != nil || len(call.Args) != 1 || !ctxscope.IsContext(p.TypesInfo.TypeOf(call.Args[0])) {
			return
		}
		fun := ast.Unparen(call.Fun)
		if sel, ok := fun.(*ast.SelectorExpr); ok && callmatch.Field(p.TypesInfo, sel) != nil {
			fun = ast.Unparen(sel.X) // hooks[i].run(ctx)
		}
		if id, ok := fun.(*ast.Ident); ok { // hook := hooks[i]
			if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok && syntax.Within(body, v.Pos()) {
				fun = localvar.Value(p.TypesInfo, body, v)
			}
		}
		elem, ok := fun.(*ast.IndexExpr)
		if !ok {
			return
		}
		ast.Inspect(elem.Index, func(n ast.Node) bool { // also hooks[len(hooks)-1-i]
			if id, ok := n.(*ast.Ident); ok && p.TypesInfo.Uses[id] == index {
				found, hooks = call, elem.X
			}
			return true
		})
	})
	return found, hooks
}
