// Package obligation determines what a function has to do before it returns: the contexts,
// groups and locks that it has to cancel, count down or release.
package obligation

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Of returns the statements that a fix which returns at stmt has to copy: what follows up
// to the end of the function releases something that was acquired before, by an Unlock, a
// Done, a Close or a call with such a name. It is not due if it may also be for what is
// acquired between the two.
func Of(p *check.Pass, stmt inspector.Cursor) []string {
	var list []string
	var passed []ast.Stmt
	for cur := range stmt.Enclosing() {
		if astindex.FuncBody(cur.Node()) != nil {
			break
		}
		n, ok := cur.Node().(ast.Stmt)
		if !ok {
			continue
		}
		siblings := astindex.Stmts(cur.Parent().Node())
		for _, next := range siblings[slices.Index(siblings, n)+1:] {
			given := GivenBack(p, next)
			if given == nil {
				passed = append(passed, next)
				continue
			}
			root := syntax.RootVar(p.TypesInfo, given)
			text := p.Source(given)
			taken := slices.ContainsFunc(passed, func(s ast.Stmt) bool { return acquires(p, s, text) })
			if root != nil && syntax.VisibleAt(p, root, stmt.Node().Pos()) && root.Pos() < stmt.Node().Pos() && !taken {
				list = append(list, p.Source(next))
			}
		}
	}
	for _, call := range cancels(p, stmt) {
		if !slices.Contains(list, call) {
			list = append(list, call)
		}
	}
	return list
}

func leavesFunction(stmt ast.Stmt) bool {
	_, ok := stmt.(*ast.ReturnStmt)
	return ok
}

// GivenBack returns what a statement releases: the channel that it closes, the value whose
// method it calls without arguments, or the cancel function.
func GivenBack(p *check.Pass, stmt ast.Stmt) ast.Expr {
	call := OnlyCall(stmt)
	if call == nil {
		return nil
	}
	if id, ok := call.Fun.(*ast.Ident); ok && p.TypesInfo.Types[id].IsBuiltin() && id.Name == "close" {
		return call.Args[0]
	}
	if len(call.Args) > 0 {
		return nil
	}
	if callmatch.TypeName(p.TypesInfo.TypeOf(call.Fun)) == "context.CancelFunc" {
		return call.Fun
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || p.TypesInfo.Selections[sel] == nil {
		return nil
	}
	name := callmatch.CalleeName(p.TypesInfo, call)
	op, lock := catalog.Locks[name]
	if lock && !op.Acquire || catalog.WaitGroupMethods[name] == "done" || slices.Contains(catalog.StopMethods, sel.Sel.Name) {
		return sel.X
	}
	return nil
}

// OnlyCall returns the call that a statement is, or whose result it drops.
func OnlyCall(stmt ast.Stmt) *ast.CallExpr {
	var expr ast.Expr
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		expr = stmt.X
	case *ast.AssignStmt:
		if id, ok := stmt.Lhs[0].(*ast.Ident); ok && id.Name == "_" && len(stmt.Lhs) == 1 {
			expr = stmt.Rhs[0]
		}
	}
	call, _ := expr.(*ast.CallExpr)
	return call
}

// acquires reports whether a statement may acquire what text denotes: it calls a method of
// that, or assigns to it.
func acquires(p *check.Pass, stmt ast.Stmt, text string) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			found = found || ok && p.Source(sel.X) == text
		case *ast.AssignStmt:
			found = found || slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return p.Source(e) == text })
		}
		return !found
	})
	return found
}
