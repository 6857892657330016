// Package ssainstr has small questions about instructions of the SSA form.
package ssainstr

import (
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Exits reports whether call ends the process without running deferred calls:
// itself, or because the function of this package that it calls does nothing
// else in the end.
func Exits(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	if _, ok := catalog.Exits[callmatch.Name(fn)]; ok || fn == nil {
		return ok
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || !p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs).NoReturn(fn.Origin()) {
		return false
	}
	exits, other := false, false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && p.TypesInfo.Types[id].IsBuiltin() && id.Name == "panic" {
				other = true // deferred calls run
			}
			_, ok := catalog.Exits[callmatch.CalleeName(p.TypesInfo, n)]
			exits = exits || ok
		case *ast.ForStmt, *ast.SelectStmt, *ast.DeferStmt:
			other = true // what does not return need not exit
		}
		return true
	})
	return exits && !other
}
