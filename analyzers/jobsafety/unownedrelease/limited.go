package unownedrelease

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// limited returns where the work between a claim and the statement that ends it gets a limit, in a function of
// the package that does the work: it is over before the lease is, if the two have been chosen so.
func limited(p *check.Pass, decl *ast.FuncDecl, claim, end ast.Node) (at token.Pos) {
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || at.IsValid() || call.Pos() < claim.End() || call.End() > end.Pos() {
			return !at.IsValid()
		}
		if work := astindex.Of(p.Pass).Decls[callmatch.Callee(p.TypesInfo, call)]; work != nil && work.Body != nil {
			at = deadlineIn(p, work.Body)
		}
		return !at.IsValid()
	})
	return at
}

// deadlineIn returns where a body makes a context with a deadline.
func deadlineIn(p *check.Pass, body ast.Node) (at token.Pos) {
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] == "deadline" {
			at = call.Pos()
		}
		return !at.IsValid()
	})
	return at
}
