package stopfix

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// EndLoop gives a loop without an exit one: it ends with a context, one in scope that is
// known to end if scoped is set, else the process-wide one. What waits in the loop's body
// decides the form:
//
//	select { …             →  select { case <-ctx.Done(): return …
//	time.Sleep(d)          →  if lifecycle.Sleep(ctx, d) != nil { return }
//	<-ch                   →  select { case <-ctx.Done(): return; case <-ch: }
//	v := <-ch              →  var v T, and the same with case v = <-ch
//	for { v := <-ch        →  for v := range lifecycle.Recv(ctx, ch) {
//	for { …, nothing after →  for ctx.Err() == nil {
//	anything else          →  if ctx.Err() != nil { return }, first in the body
//
// Sends to channels from outside of the loop end with it, too.
func EndLoop(p *check.Pass, loop inspector.Cursor, scoped bool) *edit.Fix {
	body := exitstmt.LoopBody(loop.Node())
	if ctx, _ := contextFor(p, loop, body.Pos()); (ctx == "" || !scoped) && MissedEnd(p, loop.Node()) == nil {
		if fix := endWithOwner(p, loop); fix != nil {
			return fix
		}
	}
	e := p.Edit(body.Pos())
	ctx, changes := EndingContext(p, e, loop, body.Pos(), scoped)
	return EndLoopBy(p, e, loop, ctx, changes)
}

// EndLoopBy lets a loop end with ctx, as [EndLoop] does with the context in scope.
func EndLoopBy(p *check.Pass, e *edit.Builder, loop inspector.Cursor, ctx, changes string) *edit.Fix {
	body := exitstmt.LoopBody(loop.Node())
	fn, _ := syntax.Enclosing(p, loop)
	endSends(p, e, loop, ctx)
	if fix := rangeOver(p, e, loop, ctx, changes); fix != nil {
		return fix
	}
	leave := exitstmt.LeaveStmt(p, fn, body.Pos(), ctx+".Err()")
	for _, stmt := range body.List {
		switch stmt := stmt.(type) {
		case *ast.SelectStmt:
			if fix := leaveInCase(p, stmt, fn); fix != nil {
				return fix
			}
			if exitstmt.HasDefault(stmt) {
				continue
			}
			indent := e.Indent(stmt.Pos())
			e.Insert(stmt.Body.Lbrace+1, "\n"+indent+"case <-"+ctx+".Done():\n"+indent+"\t"+leave)
			return e.Fix("Wait for "+ctx+".Done() too, in the select", changes)
		case *ast.ExprStmt:
			if fix := EndWait(p, e, loop, stmt, ctx, leave, changes); fix != nil {
				return fix
			}
		case *ast.AssignStmt:
			if fix := endReceive(p, e, stmt, ctx, leave, changes); fix != nil {
				return fix
			}
		}
	}
	askInEachRound(e, loop, ctx, leave)
	return e.Fix("Leave the loop when "+ctx+" is done", changes)
}

// askInEachRound makes each iteration of a loop begin with a check whether ctx has ended:
// in the head of the loop, if that has no condition and leaving the loop is leaving the
// function.
func askInEachRound(e *edit.Builder, loop inspector.Cursor, ctx, leave string) {
	body := exitstmt.LoopBody(loop.Node())
	if l, ok := loop.Node().(*ast.ForStmt); ok && leave == "return" && e.SameLine(l.For, body.Lbrace) &&
		l.Init == nil && l.Cond == nil && l.Post == nil && exitstmt.OnlyReturnsFollow(loop) {
		e.Replace(l.For, body.Lbrace, "for "+ctx+".Err() == nil ")
		return
	}
	test := []string{"if " + ctx + ".Err() != nil {", "\t" + leave, "}"}
	if len(body.List) > 0 && !e.SameLine(body.Lbrace, body.List[0].Pos()) {
		e.Before(body.List[0], test...)
		return
	}
	indent := e.Indent(loop.Node().Pos())
	e.Insert(body.Lbrace+1, "\n"+indent+"\t"+exitstmt.Lines(indent+"\t", test...)+"\n"+indent)
}

// EndingContext returns the expression of a context to end with, and what using
// it changes.
func EndingContext(p *check.Pass, e *edit.Builder, cur inspector.Cursor, pos token.Pos, scoped bool) (ctx, changes string) {
	if scoped {
		ctx, changes = contextFor(p, cur, pos)
	}
	if ctx == "" {
		ctx = e.Import(pos, p.Lifecycle(), "lifecycle") + ".Context()"
	}
	return ctx, changes
}
