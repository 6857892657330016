package closedchannelspin

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// awaits reports whether a loop continues as long as a channel is not nil, and nothing in it sets that:
//
//	for a != nil || b != nil {
//		select {
//		case v := <-a: // closed, and received from again
//
// Channels are set to nil in such a loop when they are closed.
func awaits(p *check.Pass, loop *ast.ForStmt, ch ast.Expr) bool {
	if loop.Cond == nil {
		return false
	}
	name, tested, set := p.Source(ch), false, false
	ast.Inspect(loop.Cond, func(n ast.Node) bool {
		bin, ok := n.(*ast.BinaryExpr)
		tested = tested || ok && bin.Op == token.NEQ && p.TypesInfo.Types[bin.Y].IsNil() && p.Source(bin.X) == name
		return true
	})
	if !tested {
		return false
	}
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for _, lhs := range assign.Lhs {
			set = set || p.Source(lhs) == name
		}
		return !set
	})
	return !set
}
