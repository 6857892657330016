package noexit

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/deadwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportEmptySelect reports a goroutine that ends in
//
//	select {}
func reportEmptySelect(p *check.Pass, g deadwait.Goroutine, lives *lifetime.Lifetimes) {
	for instr := range ssaflow.Instrs(g.Body) {
		sel, ok := instr.(*ssa.Select)
		if !ok || len(sel.States) > 0 || !sel.Blocking {
			continue
		}
		cur, ok := ssainstr.CursorAt(p, sel.Pos())
		if !ok || p.Quiet(sel.Pos()) {
			continue
		}
		for c := range cur.Enclosing((*ast.SelectStmt)(nil)) {
			reportSelectAt(p, g, c, lives)
			return
		}
	}
}

func reportSelectAt(p *check.Pass, g deadwait.Goroutine, cur inspector.Cursor, lives *lifetime.Lifetimes) {
	stmt := cur.Node().(*ast.SelectStmt)
	e := p.Edit(stmt.Pos())
	ctx, changes := stopfix.EndingContext(p, e, cur, stmt.Pos(), true)
	e.Replace(stmt.Pos(), stmt.End(), "<-"+ctx+".Done()")
	p.Report(check.Finding{
		At: stmt,
		Message: fmt.Sprintf("goroutine started at %s is leaked: it blocks in select {}, and its deferred calls never run",
			p.Where(g.Start.Instr.Pos(), stmt.Pos())),
		Trace:  []check.Hop{{Pos: g.Start.Instr.Pos(), Message: "started here"}, {Pos: stmt.Pos(), Message: "blocks here"}},
		Doubts: lives.OfStart(g.Start),
		Fix:    e.Fix("Wait for "+ctx+".Done()", changes),
	})
}
