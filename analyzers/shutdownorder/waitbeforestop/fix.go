package waitbeforestop

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// waitNode returns the call or receive of an instruction.
func waitNode(p *check.Pass, instr ssa.Instruction) ast.Expr {
	if _, ok := instr.(*ssa.Call); ok {
		if call := ssainstr.CallExpr(p, instr.Pos()); call != nil {
			return call
		}
		return nil
	}
	cur, ok := p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(instr.Pos(), instr.Pos()+1)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.UnaryExpr)(nil)) {
		return c.Node().(ast.Expr)
	}
	return nil
}

func deferStmtAt(p *check.Pass, pos token.Pos) *ast.DeferStmt {
	cur, ok := p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(pos, pos+1)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.DeferStmt)(nil)) {
		return c.Node().(*ast.DeferStmt)
	}
	return nil
}

// fix moves the stop, the statement after the wait, before it; if nothing else keeps the
// program running until then, a wait for a signal comes first.
func (d *deadEnd) fix(p *check.Pass, at ast.Expr) *edit.Fix {
	if d.deferred {
		return nil
	}
	wait, ok := syntax.CursorOf(p, at)
	if !ok {
		return nil
	}
	stmt, ok := astindex.Statement(wait)
	if !ok {
		return nil
	}
	only, isWait := stmt.Node().(*ast.ExprStmt)
	next, more := stmt.NextSibling()
	if !isWait || only.X != at || !more || next.Node().Pos() > d.stop.Pos() || d.stop.Pos() >= next.Node().End() {
		return nil
	}
	stop, ok := next.Node().(*ast.ExprStmt)
	if !ok {
		return nil
	}
	e := p.Edit(at.Pos())
	var lines []string
	if d.begunBefore() && !d.waitsAbove() {
		pkg := e.Import(at.Pos(), "os", "os")
		signals := pkg + ".Interrupt, " + e.Import(at.Pos(), "syscall", "syscall") + ".SIGTERM"
		lines = append(lines, "stopping := make(chan "+pkg+".Signal, 1)", e.Import(at.Pos(), "os/signal", "signal")+".Notify(stopping, "+signals+")", "<-stopping")
	}
	e.Before(stmt.Node(), append(lines, p.Source(stop))...)
	e.Delete(only.End(), stop.End())
	if lines == nil {
		return e.Fix("Stop it first", "")
	}
	return e.Fix("Stop it first", "the program shuts down when it gets a signal")
}
