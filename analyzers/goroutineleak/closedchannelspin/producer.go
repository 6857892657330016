package closedchannelspin

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// byProducer reports whether the function that closes a channel also sends on it, and looks neither at a
// context nor at a stop channel: it closes the channel at the end of its work, whatever the receiver does.
func byProducer(p *check.Pass, at token.Pos) bool {
	cur, ok := ssainstr.CursorAt(p, at)
	fn, in := astindex.FuncAround(cur)
	if !ok || !in {
		return false
	}
	closed := closedAt(p, fn, at)
	sends, stops := false, false
	for c := range fn.Preorder((*ast.SendStmt)(nil), (*ast.UnaryExpr)(nil), (*ast.Ident)(nil)) {
		switch n := c.Node().(type) {
		case *ast.SendStmt:
			sends = sends || closed != nil && variable(p, n.Chan) == closed
		case *ast.UnaryExpr:
			stops = stops || n.Op == token.ARROW && carriesNothing(p.TypesInfo.TypeOf(n.X))
		case *ast.Ident:
			stops = stops || ctxscope.IsContext(p.TypesInfo.TypeOf(n))
		}
	}
	return sends && !stops
}

// closedAt returns the variable or field that the close at a place closes, deferred or not.
func closedAt(p *check.Pass, fn inspector.Cursor, at token.Pos) *types.Var {
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call, start := c.Node().(*ast.CallExpr), c.Node().Pos()
		if _, deferred := c.Parent().Node().(*ast.DeferStmt); deferred {
			start = c.Parent().Node().Pos()
		}
		if start <= at && at < call.End() && callmatch.IsBuiltin(p.TypesInfo, call, "close") {
			return variable(p, call.Args[0])
		}
	}
	return nil
}
