// Package receiveloop is the check goroutineleak/receive-loop: receive loop does not return
// when it is stopped, or spins once its connection is closed.
package receiveloop

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed receiveloop.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "receive-loop",
	Title:      "receive loop does not return when it is stopped, or spins once its connection is closed",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for {
//		select {
//		case <-c.stop:
//			return
//		default:
//		}
//		_, msg, err := c.ws.ReadMessage() // blocks until the next message, whatever stop says
//		…
//	}
//
// where nothing closes the connection and no deadline is set, and
//
//	for {
//		conn, err := ln.Accept()
//		if err != nil {
//			continue // forever, once ln is closed
//		}
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.ForStmt)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		l := &loop{p: p, cur: cur, stmt: cur.Node().(*ast.ForStmt)}
		if fn, ok := astindex.FuncAround(cur); ok {
			l.fn = fn
			l.receives()
		}
	}
	reportDeafReads(p)
	reportSurvives(p)
}

// A loop is a for statement that may receive.
type loop struct {
	p    *check.Pass
	cur  inspector.Cursor
	stmt *ast.ForStmt
	fn   inspector.Cursor

	apart *ast.IfStmt // leaves the loop for one error, before others are tested
}

// own visits the nodes of the loop's body that belong to no other loop and no literal.
func (l *loop) own(visit func(ast.Node)) {
	ast.Inspect(l.stmt.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt, nil:
			return false
		}
		visit(n)
		return true
	})
}

// receives looks at the first call of the loop that blocks until something arrives.
func (l *loop) receives() {
	done := false
	l.own(func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || done {
			return
		}
		name := callmatch.CalleeName(l.p.TypesInfo, call)
		kind, ok := catalog.Receives[name]
		sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || !isSel {
			return
		}
		done = true
		guard := l.guard(call)
		if guard != "" && kind.Blocks {
			l.uninterrupted(call, sel, guard)
		}
		if guard == "" || kind.Peer && !l.deadline(sel.X).IsValid() {
			l.spins(call, sel, kind, guard)
		}
	})
}

// uninterrupted reports a receive that nothing interrupts when guard says that the loop is
// to end.
func (l *loop) uninterrupted(call *ast.CallExpr, sel *ast.SelectorExpr, guard string) {
	subject := l.p.Source(sel.X)
	if pos := l.deadline(sel.X); pos.IsValid() {
		l.p.Safe(call, subject, verdict.Limited, pos)
		return
	}
	closed, doubts := l.closers(sel.X)
	if closed.IsValid() {
		l.p.Safe(call, subject, verdict.Ended, closed)
		return
	}
	l.p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("%s blocks until something arrives, so the loop does not notice %s before that: nothing closes %s, and no read deadline is set",
			l.p.Name(call.Fun), guard, subject),
		Doubts: doubts,
	})
}
