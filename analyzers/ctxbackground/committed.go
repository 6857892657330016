package ctxbackground

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// committed reports whether a transaction has been committed before cur in a
// block around it: what follows must not be undone by a caller that leaves.
func committed(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing() {
		stmt, ok := c.Node().(ast.Stmt)
		if !ok {
			continue
		}
		for _, s := range astindex.Stmts(c.Parent().Node()) {
			if s == stmt {
				break
			}
			if commits(p, s) {
				return true
			}
		}
	}
	return false
}

func commits(p *check.Pass, stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			fn := callmatch.Callee(p.TypesInfo, call)
			found = found || fn != nil && catalog.Words(fn.Name())[0] == "commit"
		}
		return !found
	})
	return found
}
