package outlivedcontext

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// lasts reports whether the goroutine uses the context in a loop that has no end of its own: a session, or
// a consumer.
func (u *outliver) lasts(p *check.Pass) bool {
	for _, use := range u.uses {
		for c := range use.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
			if u.lit != nil && u.lit.Pos() < c.Node().Pos() && unbounded(p, c.Node()) {
				return true
			}
		}
	}
	if u.lit != nil {
		return false
	}
	decl := astindex.Of(p.Pass).Decls[callmatch.Callee(p.TypesInfo, u.start.Node().(*ast.GoStmt).Call)]
	found := false
	if decl != nil && decl.Body != nil {
		ast.Inspect(decl.Body, func(n ast.Node) bool {
			found = found || n != nil && unbounded(p, n)
			return !found
		})
	}
	return found
}

// unbounded reports whether a node is a loop without a condition, or over a channel.
func unbounded(p *check.Pass, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ForStmt:
		return n.Cond == nil
	case *ast.RangeStmt:
		_, channel := p.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan)
		return channel
	}
	return false
}
