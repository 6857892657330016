package channel

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// ChannelIn returns the channel of an operation.
func ChannelIn(op ssaflow.Op) ssa.Value {
	switch instr := op.Instr.(type) {
	case *ssa.Send:
		return instr.Chan
	case *ssa.UnOp:
		return instr.X
	case *ssa.Select:
		return instr.States[op.State].Chan
	}
	return op.Instr.(ssa.CallInstruction).Common().Args[0] // of close
}

// OfReceive reports whether v is made of something that was received, or is a part
// of it.
func OfReceive(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Select:
		return true
	case *ssa.UnOp:
		return v.Op == token.ARROW || OfReceive(v.X, depth-1)
	case *ssa.BinOp:
		return OfReceive(v.X, depth-1) || OfReceive(v.Y, depth-1)
	case *ssa.Extract:
		return OfReceive(v.Tuple, depth-1)
	case *ssa.FieldAddr:
		return OfReceive(v.X, depth-1)
	case *ssa.Field:
		return OfReceive(v.X, depth-1)
	}
	return false
}

// OfOwn reports whether an address lies in a variable of the function's own.
func OfOwn(addr ssa.Value) bool {
	for {
		switch v := addr.(type) {
		case *ssa.FieldAddr:
			addr = v.X
		case *ssa.IndexAddr:
			addr = v.X
		case *ssa.Alloc, *ssa.MakeSlice, *ssa.Slice:
			return true
		default:
			return false
		}
	}
}

// BareOp returns the channel of an operation outside of a select with another case.
func BareOp(instr ssa.Instruction) ssa.Value {
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

// OpNode returns the syntax of a bare operation: the statement that sends, the
// receive, the range.
func OpNode(p *check.Pass, instr ssa.Instruction) ast.Node {
	if _, ok := instr.(*ssa.Send); !ok {
		return ReceiveNode(p, instr.Pos())
	}
	if stmt := SendNode(p, instr.Pos()); stmt != nil {
		return stmt
	}
	return nil
}

// ReceiveNode returns the receive or range at pos.
func ReceiveNode(p *check.Pass, pos token.Pos) ast.Node {
	cur, ok := ssainstr.CursorAt(p, pos)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.UnaryExpr)(nil), (*ast.RangeStmt)(nil)) {
		return c.Node()
	}
	return nil
}

// SendNode returns the statement whose arrow is at pos.
func SendNode(p *check.Pass, pos token.Pos) *ast.SendStmt {
	cur, ok := ssainstr.CursorAt(p, pos)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.SendStmt)(nil)) {
		return c.Node().(*ast.SendStmt)
	}
	return nil
}

// ChannelOf returns the channel of a receive, range or send.
func ChannelOf(n ast.Node) ast.Expr {
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

// OpText returns what of a bare operation to mark, and what it does.
func OpText(p *check.Pass, node ast.Node) (at ast.Node, text string) {
	ch := p.Source(ChannelOf(node))
	switch n := node.(type) {
	case *ast.SendStmt:
		return n, "send on " + ch
	case *ast.RangeStmt:
		return n.X, "range over " + ch
	}
	return node, "receive from " + ch
}

// MakeNode returns the make whose parenthesis is at pos.
func MakeNode(p *check.Pass, pos token.Pos) *ast.CallExpr {
	cur, ok := ssainstr.CursorAt(p, pos)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		return c.Node().(*ast.CallExpr)
	}
	return nil
}

// Holder returns the variable or field that expr is, or is an element of.
func Holder(info *types.Info, expr ast.Expr) *types.Var {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := info.Uses[expr].(*types.Var)
		return v
	case *ast.SelectorExpr:
		if v := callmatch.Field(info, expr); v != nil {
			return v.Origin()
		}
	case *ast.IndexExpr:
		return Holder(info, expr.X)
	}
	return nil
}
