// Package connnodeadline is the check httptimeout/conn-no-deadline: write or read on a
// connection has no deadline.
package connnodeadline

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed connnodeadline.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of httptimeout.
var Check = &check.Check{
	Slug:       "conn-no-deadline",
	Title:      "write or read on a connection has no deadline",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	h.mu.Lock()
//	defer h.mu.Unlock()
//	for conn := range h.clients {
//		conn.WriteMessage(websocket.TextMessage, msg) // one client does not read
//	}
//
// loops that write to all connections of a server, those that read requests from one and answer them, and, with low
// confidence, those that only read from one or write to it, and handshakes. Safe is a connection with a deadline. Doubtful is a lock that is about this one connection.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var limits *limited
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		op, ok := catalog.ConnOps[to.Name]
		var conn ast.Expr
		switch {
		case p.Quiet(call.Pos()):
		case ok:
			if conn = connOf(p, call, op); conn == nil && !op.Write && !op.Handshake {
				conn = through(p, cur, call)
			}
		default:
			op.Context, conn = -1, through(p, cur, call)
		}
		if conn == nil || op.Context >= 0 && !unlimited(p, astindex.DeclAround(cur), call.Args[op.Context], 6) {
			continue
		}
		if limits == nil {
			limits = findLimits(p, in)
		}
		switch {
		case op.Handshake:
			handshake(p, cur, conn, op, limits)
		case op.Write:
			write(p, cur, conn, op, limits)
		default:
			read(p, cur, conn, limits)
		}
	}
}

// connOf returns the connection that a call is about, nil if it is about something else.
func connOf(p *check.Pass, call *ast.CallExpr, op catalog.ConnOp) ast.Expr {
	var conn ast.Expr
	if op.Conn >= 0 && op.Conn < len(call.Args) {
		conn = call.Args[op.Conn]
	} else if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && op.Conn < 0 {
		conn = sel.X
	}
	if conn == nil {
		return nil
	}
	if _, ok := catalog.ConnTypes[callmatch.TypeName(p.TypesInfo.TypeOf(conn))]; !ok {
		return nil
	}
	return conn
}

// write reports a write under a lock, or in a loop.
func write(p *check.Pass, cur inspector.Cursor, conn ast.Expr, op catalog.ConnOp, limits *limited) {
	lock := lockAt(p, cur, conn, 2)
	if lock == nil {
		loop(p, cur, conn, op, limits)
		return
	}
	call := cur.Node().(*ast.CallExpr)
	doubts, safe := limits.judge(conn, true)
	if safe.IsValid() {
		p.Safe(call, p.Source(conn), verdict.Limited, safe)
		return
	}
	if lock.own {
		doubts = append(doubts, check.Doubting(verdict.OneConn, lock.call.Pos()))
	}
	var fix *edit.Fix
	if op.Context < 0 {
		fix = fixWrite(p, cur, conn)
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("a peer that does not read blocks everything that needs the lock: %s has no deadline, and %s (%s) is held",
			p.Source(call.Fun), p.Source(lock.call.Fun), p.Where(lock.call.Pos(), call.Pos())),
		Trace:  []check.Hop{{Pos: lock.call.Pos(), Message: "acquires the lock here"}},
		Doubts: doubts,
		Fix:    fix,
	})
}

// read reports a loop that reads from a connection of a server.
func read(p *check.Pass, cur inspector.Cursor, conn ast.Expr, limits *limited) {
	if !limits.serves(conn) && !limits.isServed(cur, conn) || !inLoop(cur) {
		return
	}
	call := cur.Node().(*ast.CallExpr)
	doubts, safe := limits.judge(conn, false)
	if safe.IsValid() {
		p.Safe(call, p.Source(conn), verdict.Limited, safe)
		return
	}
	if limits.local.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.OwnAddress, limits.local))
	} else if catalog.ConnTypes[callmatch.TypeName(p.TypesInfo.TypeOf(conn))].Messages || !answers(p, cur, conn) {
		doubts = append(doubts, check.Doubting(verdict.Keepalive, call.Pos()))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("a client that is gone, or sends nothing, keeps its connection and goroutine: %s has no deadline",
			p.Source(call.Fun)),
		Doubts: doubts,
		Fix:    fixRead(p, cur, conn),
	})
}

// inLoop reports whether a node is in a loop of its function.
func inLoop(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
		return false
	}
	return false
}
