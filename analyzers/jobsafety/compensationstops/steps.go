package compensationstops

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// stacked returns the call of a function that is an element of a slice, in a loop from the last to the first:
// each of them takes back what was done before it was appended.
//
//	for i := len(undo) - 1; i >= 0; i-- {
//		if err := undo[i](ctx); err != nil {
func stacked(p *check.Pass, loop inspector.Cursor, stmt ast.Stmt) *ast.CallExpr {
	call, ok := ast.Unparen(value(stmt)).(*ast.CallExpr)
	if !ok || !callmatch.IsError(p.TypesInfo.TypeOf(call)) {
		return nil
	}
	switch n := loop.Node().(type) {
	case *ast.ForStmt:
		index, ok := ast.Unparen(call.Fun).(*ast.IndexExpr)
		step, down := n.Post.(*ast.IncDecStmt)
		if ok && down && step.Tok == token.DEC && same(p, index.Index, step.X) {
			return call
		}
	case *ast.RangeStmt:
		over, ok := ast.Unparen(n.X).(*ast.CallExpr)
		if ok && callmatch.CalleeName(p.TypesInfo, over) == "slices.Backward" && n.Value != nil && same(p, call.Fun, n.Value) {
			return call
		}
	}
	return nil
}

// same reports whether two expressions name one variable.
func same(p *check.Pass, a, b ast.Expr) bool {
	x, ok := ast.Unparen(a).(*ast.Ident)
	y, isName := ast.Unparen(b).(*ast.Ident)
	return ok && isName && p.TypesInfo.ObjectOf(x) != nil && p.TypesInfo.ObjectOf(x) == p.TypesInfo.ObjectOf(y)
}

// triedElsewhere reports whether another loop of the package calls the same function, and continues where it
// fails: each element counts.
func triedElsewhere(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil {
		return false
	}
	for _, other := range astindex.Of(p.Pass).Calls[fn.Origin()] {
		cur, ok := astindex.Find(p.ResultOf[inspect.Analyzer].(*inspector.Inspector), other.Expr)
		if ok && other.Expr != call && continues(p, cur) {
			return true
		}
	}
	return false
}

// continues reports whether the branch of the error of a call in a loop keeps it, and does not leave.
func continues(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		branch, ok := c.Node().(*ast.IfStmt)
		if !ok || branch.Init == nil || branch.Init.End() < cur.Node().Pos() || leaves(branch.Body) || len(branch.Body.List) == 0 {
			return false
		}
		for range c.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
			return mentionsError(p, branch)
		}
	}
	return false
}

// mentionsError reports whether a branch appends an error to a list, or joins it.
func mentionsError(p *check.Pass, branch *ast.IfStmt) bool {
	found := false
	ast.Inspect(branch.Body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if ok && len(assign.Lhs) == 1 {
			t := p.TypesInfo.TypeOf(assign.Lhs[0])
			list, isList := t.Underlying().(*types.Slice)
			found = found || callmatch.IsError(t) || isList && callmatch.IsError(list.Elem())
		}
		return !found
	})
	return found
}

// inTransaction reports whether a call is passed a transaction, which its error ends.
func inTransaction(p *check.Pass, call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		t := p.TypesInfo.TypeOf(arg)
		if t == nil {
			continue
		}
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Rollback"); obj != nil {
			return true
		}
	}
	return false
}
