package waitwithoutadd

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// startsAny reports whether a function that has the group, or the struct that it is a field
// of, starts a goroutine, other than one that does the waiting. What tests start proves nothing.
func startsAny(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter) bool {
	var owner *types.TypeName
	if sel, ok := ast.Unparen(waitgroup.Receiver(c.Waits[0].Expr)).(*ast.SelectorExpr); ok {
		owner = syntax.TypeName(p.TypesInfo.TypeOf(sel.X))
	}
	return slices.ContainsFunc(astindex.Of(p.Pass).Starts, func(s astindex.Start) bool {
		return !p.Quiet(s.Node.Pos()) && (s.Lit == nil || len(somewhereIn(c.Waits, s.Lit)) == 0) && (owner == nil || hasValue(p, in, s.Node, owner))
	})
}

// hasValue reports whether the function around a node has a value of a type.
func hasValue(p *check.Pass, in *inspector.Inspector, n ast.Node, owner *types.TypeName) bool {
	cur, ok := astindex.Find(in, n)
	if !ok {
		return true
	}
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range decl.Preorder((*ast.Ident)(nil)) {
			if syntax.TypeName(p.TypesInfo.TypeOf(c.Node().(*ast.Ident))) == owner {
				return true
			}
		}
		return false
	}
	return true
}
