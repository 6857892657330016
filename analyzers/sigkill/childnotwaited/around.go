package childnotwaited

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// around returns the declared function around the start of a child, and whether each call of it starts one child at most.
func around(p *check.Pass, in *inspector.Inspector, start ast.Node) (decl *ast.FuncDecl, once bool) {
	cur, ok := astindex.Find(in, start)
	if !ok {
		return nil, false
	}
	decl, _ = astindex.DeclAround(cur).(*ast.FuncDecl)
	for range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil)) {
		return decl, false
	}
	return decl, true
}

// exitBehind returns the call by which the function, or each of its callers as many calls up, ends the process
// once the child is started: the child replaces it.
func exitBehind(p *check.Pass, in *inspector.Inspector, start *ast.CallExpr, depth int) (exit *ast.CallExpr) {
	cur, ok := astindex.Find(in, start)
	if !ok {
		return nil
	}
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return nil
	}
	for c := range fn.Preorder((*ast.ExprStmt)(nil)) {
		call, ok := c.Node().(*ast.ExprStmt).X.(*ast.CallExpr)
		if !ok || call.Pos() < start.End() {
			continue
		}
		_, exits := catalog.Exits[callmatch.CalleeName(p.TypesInfo, call)]
		_, inIf := c.Parent().Parent().Node().(*ast.IfStmt)
		if exits && !inIf {
			exit = call
		}
	}
	if exit != nil || depth == 0 {
		return exit
	}
	for _, caller := range process.CallersOf(p, cur) {
		if exit = exitBehind(p, in, caller.Node().(*ast.CallExpr), depth-1); exit == nil {
			return nil
		}
	}
	return exit
}
