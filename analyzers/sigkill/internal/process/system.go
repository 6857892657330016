package process

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// MentionsSystem reports whether the condition n depends on runtime.GOOS.
func MentionsSystem(p *check.Pass, n ast.Node) bool {
	found := false
	if expr, ok := n.(ast.Expr); ok && expr != nil {
		ast.Inspect(expr, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				obj := p.TypesInfo.Uses[id]
				found = found || obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "runtime" && obj.Name() == "GOOS"
			}
			return true
		})
	}
	return found
}

// FreedByKill reports whether the selector is what a fix replaces: a name that means SIGKILL or SIGSTOP.
func FreedByKill(sel *ast.SelectorExpr) bool {
	return sel.Sel.Name == "Kill" || sel.Sel.Name == "SIGKILL" || sel.Sel.Name == "SIGSTOP"
}
