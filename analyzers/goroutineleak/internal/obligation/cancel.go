package obligation

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// cancels returns the calls of cancel functions that another return path of the function
// makes, where no deferred one does it for all:
//
//	if err != nil {
//		cancel()
//		return err
//	}
func cancels(p *check.Pass, stmt inspector.Cursor) []string {
	fn, _ := syntax.Enclosing(p, stmt)
	var list []string
	ast.Inspect(fn, func(n ast.Node) bool {
		test, ok := n.(*ast.IfStmt)
		if !ok || len(test.Body.List) == 0 || !leavesFunction(test.Body.List[len(test.Body.List)-1]) {
			return true
		}
		for _, s := range test.Body.List {
			if v := cancelled(p, s); v != nil && v.Pos() < stmt.Node().Pos() && syntax.VisibleAt(p, v, stmt.Node().Pos()) && !defers(p, fn, v) {
				list = append(list, v.Name()+"()")
			}
		}
		return true
	})
	list = append(list, UnusedCancels(p, stmt)...)
	slices.Sort(list)
	return slices.Compact(list)
}

// UnusedCancels returns the calls of the cancel functions that the blocks around stmt have
// made before it and not used yet: nothing else could call them.
func UnusedCancels(p *check.Pass, stmt inspector.Cursor) []string {
	fn, _ := syntax.Enclosing(p, stmt)
	at := stmt.Node().Pos()
	var list []string
	ast.Inspect(astindex.FuncBody(fn), func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || id.Pos() >= at {
			return true
		}
		if v, ok := p.TypesInfo.Defs[id].(*types.Var); ok && callmatch.TypeName(v.Type()) == "context.CancelFunc" && syntax.VisibleAt(p, v, at) {
			list = append(list, v.Name()+"()")
		}
		if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok {
			list = slices.DeleteFunc(list, func(call string) bool { return call == v.Name()+"()" })
		}
		return true
	})
	return list
}

// cancelled returns the local variable of the cancel function that a statement calls,
// nil if it is something else.
func cancelled(p *check.Pass, stmt ast.Stmt) *types.Var {
	given := GivenBack(p, stmt)
	if given == nil || callmatch.TypeName(p.TypesInfo.TypeOf(given)) != "context.CancelFunc" {
		return nil
	}
	return syntax.LocalVariable(p.TypesInfo, given)
}

// defers reports whether fn has v in something that it defers.
func defers(p *check.Pass, fn ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		stmt, ok := n.(*ast.DeferStmt)
		found = found || ok && syntax.UsesIn(p.TypesInfo, stmt, v)
		return !found
	})
	return found
}
