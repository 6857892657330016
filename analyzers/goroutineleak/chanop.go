package goroutineleak

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// bareOp returns the channel of an operation without another way out.
func bareOp(instr ssa.Instruction) ssa.Value {
	switch instr := instr.(type) {
	case *ssa.Send:
		return instr.Chan
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return instr.X
		}
	}
	return nil
}

// opNode returns the syntax of a bare operation: the statement that sends, the
// receive, the range.
func opNode(p *check.Pass, instr ssa.Instruction) ast.Node {
	if _, ok := instr.(*ssa.Send); !ok {
		return receiveNode(p, instr.Pos())
	}
	if stmt := sendNode(p, instr.Pos()); stmt != nil {
		return stmt
	}
	return nil
}

// receiveNode returns the receive or range at pos.
func receiveNode(p *check.Pass, pos token.Pos) ast.Node {
	cur, ok := cursorAt(p, pos)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.UnaryExpr)(nil), (*ast.RangeStmt)(nil)) {
		return c.Node()
	}
	return nil
}

// sendNode returns the statement whose arrow is at pos.
func sendNode(p *check.Pass, pos token.Pos) *ast.SendStmt {
	cur, ok := cursorAt(p, pos)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.SendStmt)(nil)) {
		return c.Node().(*ast.SendStmt)
	}
	return nil
}

// channelOf returns the channel of a receive, range or send.
func channelOf(n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		return n.X
	case *ast.RangeStmt:
		return n.X
	case *ast.SendStmt:
		return n.Chan
	}
	return nil
}

// opText returns what of a bare operation to mark, and what it does.
func opText(p *check.Pass, node ast.Node) (at ast.Node, text string) {
	ch := p.Source(channelOf(node))
	switch n := node.(type) {
	case *ast.SendStmt:
		return n, "send on " + ch
	case *ast.RangeStmt:
		return n.X, "range over " + ch
	}
	return node, "receive from " + ch
}

// makeNode returns the make whose parenthesis is at pos.
func makeNode(p *check.Pass, pos token.Pos) *ast.CallExpr {
	cur, ok := cursorAt(p, pos)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		return c.Node().(*ast.CallExpr)
	}
	return nil
}
