package goroutineleak

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// startsAny reports whether a function that has the group, or the struct that it is a field
// of, starts a goroutine, other than one that does the waiting. What tests start proves nothing.
func startsAny(p *check.Pass, in *inspector.Inspector, c *counter) bool {
	var owner *types.TypeName
	if sel, ok := ast.Unparen(receiver(c.waits[0].Expr)).(*ast.SelectorExpr); ok {
		owner = typeName(p.TypesInfo.TypeOf(sel.X))
	}
	return slices.ContainsFunc(astindex.Of(p.Pass).Starts, func(s astindex.Start) bool {
		return !p.Quiet(s.Node.Pos()) && (s.Lit == nil || len(somewhereIn(c.waits, s.Lit)) == 0) && (owner == nil || hasAtHand(p, in, s.Node, owner))
	})
}

// hasAtHand reports whether the function around a node has a value of a type.
func hasAtHand(p *check.Pass, in *inspector.Inspector, n ast.Node, owner *types.TypeName) bool {
	cur, ok := astindex.Find(in, n)
	if !ok {
		return true
	}
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range decl.Preorder((*ast.Ident)(nil)) {
			if typeName(p.TypesInfo.TypeOf(c.Node().(*ast.Ident))) == owner {
				return true
			}
		}
		return false
	}
	return true
}
