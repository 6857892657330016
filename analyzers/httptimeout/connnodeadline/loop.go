package connnodeadline

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// loop reports a write in a loop that holds no lock: one over the connections of a server, in
// which a client that does not read blocks the writes to the others, and, with low confidence,
// one that writes messages to a single client.
func loop(p *check.Pass, cur inspector.Cursor, conn ast.Expr, op catalog.ConnOp, limits *limited) {
	if !limits.serves(conn) || !repeated(p, cur, conn) {
		return
	}
	call, all := cur.Node().(*ast.CallExpr), ranges(p, cur, conn)
	if !all && !catalog.ConnTypes[callmatch.TypeName(p.TypesInfo.TypeOf(conn))].Messages {
		return
	}
	doubts, safe := limits.judge(conn, true)
	if safe.IsValid() {
		p.Safe(call, p.Source(conn), verdict.Limited, safe)
		return
	}
	message := "a client that does not read blocks the writes to all others: %s has no deadline"
	if !all {
		message = "a client that does not read keeps its connection and goroutine: %s has no deadline"
		doubts = append(doubts, check.Doubting(verdict.OneConn, call.Pos()))
	}
	var fix *edit.Fix
	if op.Context < 0 {
		fix = fixWrite(p, cur, conn)
	}
	p.Report(check.Finding{At: call, Message: fmt.Sprintf(message, p.Source(call.Fun)), Doubts: doubts, Fix: fix})
}

// ranges reports whether a loop around cur goes over connections, of which conn is one.
func ranges(p *check.Pass, cur inspector.Cursor, conn ast.Expr) bool {
	root := ast.Unparen(conn)
	for {
		sel, ok := root.(*ast.SelectorExpr)
		if !ok {
			break
		}
		root = ast.Unparen(sel.X)
	}
	id, ok := root.(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	for c := range cur.Enclosing((*ast.RangeStmt)(nil)) {
		loop := c.Node().(*ast.RangeStmt)
		if ok && loop.Key != nil && loop.Key.Pos() <= v.Pos() && v.Pos() < loop.X.Pos() {
			return true
		}
	}
	return false
}
