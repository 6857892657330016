package ackedbeforehandled

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// receivedFrom returns where a message that is received from the channel v is handled, and what does it:
// in a loop over the channel, after a receive, or in a function of the package that is passed the channel.
func receivedFrom(p *check.Pass, in *inspector.Inspector, v *types.Var, depth int) (token.Pos, string) {
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		use, ok := astindex.Find(in, id)
		if !ok {
			continue
		}
		kind, i := use.ParentEdge()
		at, what := token.NoPos, ""
		switch parent := use.Parent().Node().(type) {
		case *ast.RangeStmt:
			if name, isName := parent.Key.(*ast.Ident); kind == edge.RangeStmt_X && isName {
				at, what = handledIn(p, use.Parent(), name)
			}
		case *ast.UnaryExpr:
			at, what = receivedAt(p, use.Parent())
		case *ast.CallExpr:
			fn := callmatch.Callee(p.TypesInfo, parent)
			if kind == edge.CallExpr_Args && fn != nil && fn.Pkg() == p.Pkg && depth > 0 && i < fn.Signature().Params().Len() {
				at, what = receivedFrom(p, in, fn.Origin().Signature().Params().At(i), depth-1)
			}
		}
		if what != "" {
			return at, what
		}
	}
	return token.NoPos, ""
}

// receivedAt returns where the message of a receive is handled, in the block or clause that follows it.
func receivedAt(p *check.Pass, receive inspector.Cursor) (token.Pos, string) {
	assign, ok := receive.Parent().Node().(*ast.AssignStmt)
	if !ok {
		return token.NoPos, ""
	}
	name, ok := assign.Lhs[0].(*ast.Ident)
	if !ok {
		return token.NoPos, ""
	}
	return handledIn(p, receive.Parent().Parent(), name)
}

// handledIn returns where what is in a variable is handled in the code at cur.
func handledIn(p *check.Pass, cur inspector.Cursor, name *ast.Ident) (token.Pos, string) {
	h := newHandling(p, p.TypesInfo.ObjectOf(name))
	for c := range cur.Preorder((*ast.CallExpr)(nil), (*ast.AssignStmt)(nil)) {
		if c.Node().Pos() <= name.Pos() {
			continue
		}
		at, ok := h.note(c.Node())
		if call, isCall := c.Node().(*ast.CallExpr); ok && isCall {
			return at, p.Source(call.Fun) + " handles it"
		}
	}
	return token.NoPos, ""
}
