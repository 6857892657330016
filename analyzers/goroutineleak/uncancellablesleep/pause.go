package uncancellablesleep

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// onlyPauses reports whether an endless loop does nothing else: it is there to keep
// the program alive.
func onlyPauses(loop ast.Node, pause ast.Stmt) bool {
	n, ok := loop.(*ast.ForStmt)
	return ok && n.Cond == nil && len(n.Body.List) == 1 && n.Body.List[0] == pause
}

// isDeferred reports whether the code at cur is deferred: it runs after the work has ended.
func isDeferred(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.FuncLit)(nil)) {
		if _, ok := c.Parent().Parent().Node().(*ast.DeferStmt); ok && c.Parent().Node().(*ast.CallExpr).Fun == c.Node() {
			return true
		}
	}
	return false
}

// givesBack returns the name of the function around cur if that says that it releases what
// others wait for: that runs after the work has ended.
func givesBack(cur inspector.Cursor) token.Pos {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		name := c.Node().(*ast.FuncDecl).Name
		if slices.ContainsFunc(catalog.Words(name.Name), func(word string) bool { return catalog.GiveBackWords[word] }) {
			return name.Pos()
		}
	}
	return token.NoPos
}

// pause returns the call in a statement that does nothing but wait.
func pause(p *check.Pass, stmt *ast.ExprStmt) *ast.CallExpr {
	switch x := ast.Unparen(stmt.X).(type) {
	case *ast.CallExpr:
		if catalog.Sleeps[callmatch.CalleeName(p.TypesInfo, x)] {
			return x
		}
	case *ast.UnaryExpr:
		call, ok := ast.Unparen(x.X).(*ast.CallExpr)
		if ok && x.Op == token.ARROW && catalog.Timeouts[callmatch.CalleeName(p.TypesInfo, call)] {
			return call
		}
	}
	return nil
}
