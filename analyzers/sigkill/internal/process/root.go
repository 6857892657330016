package process

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// NeverEnds reports whether a context is a root, which never kills.
func NeverEnds(p *check.Pass, ctx ast.Expr) bool {
	call, ok := ast.Unparen(ctx).(*ast.CallExpr)
	return ok && catalog.ContextRoots[callmatch.CalleeName(p.TypesInfo, call)]
}
