package nackmissing

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// handlerWalk takes functions without a result, and those with an error that give
// the message back before they return one: of the others the caller may settle
// the message.
func handlerWalk(p *check.Pass, cur inspector.Cursor, ft *ast.FuncType, body *ast.BlockStmt) []*walk {
	for _, field := range ft.Params.List {
		for _, id := range field.Names {
			w := newWalk(p, p.TypesInfo.ObjectOf(id), walk{list: body.List, around: body})
			if w == nil {
				continue
			}
			if v := passed(p, cur, w.v); v != nil {
				w.same[v] = true
			}
			if ft.Results == nil || w.settlesFailed() {
				return []*walk{w}
			}
			return nil
		}
	}
	return nil
}

// passed returns the variable that a function literal gets its parameter v from, if it is
// called immediately.
func passed(p *check.Pass, cur inspector.Cursor, v *types.Var) *types.Var {
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || call.Fun != cur.Node() {
		return nil
	}
	params := p.TypesInfo.TypeOf(call.Fun).(*types.Signature).Params()
	for i := range min(params.Len(), len(call.Args)) {
		if id, ok := call.Args[i].(*ast.Ident); ok && params.At(i) == v {
			from, _ := p.TypesInfo.Uses[id].(*types.Var)
			return from
		}
	}
	return nil
}

// settlesFailed reports whether the function nacks the message somewhere before it returns
// an error: then the caller, which cannot distinguish the errors, does not.
func (w *walk) settlesFailed() bool {
	found := false
	ast.Inspect(w.around, func(n ast.Node) bool {
		block, ok := n.(*ast.BlockStmt)
		if !ok || len(block.List) == 0 || found {
			return !found
		}
		last, ok := block.List[len(block.List)-1].(*ast.ReturnStmt)
		if !ok || len(last.Results) == 0 || !w.isError(last.Results[len(last.Results)-1]) {
			return true
		}
		for _, stmt := range block.List[:len(block.List)-1] {
			found = found || w.givesBack(stmt)
		}
		return !found
	})
	return found
}

// isError reports whether expr is an error, and not nil.
func (w *walk) isError(expr ast.Expr) bool {
	tv := w.p.TypesInfo.Types[expr]
	return !tv.IsNil() && callmatch.IsError(tv.Type)
}

func (w *walk) givesBack(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && w.is(sel.X) && w.how.Methods[sel.Sel.Name] && catalog.GivesBack(sel.Sel.Name)
		return !found
	})
	return found
}
