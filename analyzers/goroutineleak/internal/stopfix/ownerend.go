package stopfix

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// endOn lets the loop end when done is closed, and reports whether it can:
//
//	for range t.C { … }  →  for { select { case <-done: return; case <-t.C: }; …
//	select { …           →  select { case <-done: return …
//	time.Sleep(d)        →  select { case <-done: return; case <-time.After(d): }
//	<-ch                 →  select { case <-done: return; case <-ch: }
//
// It cannot if an iteration may wait elsewhere, too: a wait for the loop would wait for
// that.
func (o *owned) endOn(e *edit.Builder, done string) bool {
	if waitsTwice(exitstmt.LoopBody(o.loop.Node()), o.loop.Node()) {
		return false
	}
	if loop, ok := o.loop.Node().(*ast.RangeStmt); ok {
		return syntax.IsTickType(o.p.TypesInfo.TypeOf(loop.X)) && selectOn(o.p, e, o.loop, loop, done, o.p.Source(loop.X))
	}
	fn, _ := syntax.Enclosing(o.p, o.loop)
	body := exitstmt.LoopBody(o.loop.Node())
	leave := exitstmt.LeaveStmt(o.p, fn, body.Pos(), "nil")
	for _, stmt := range body.List {
		switch stmt := stmt.(type) {
		case *ast.SelectStmt:
			if exitstmt.HasDefault(stmt) || len(stmt.Body.List) == 0 || leaveInCase(o.p, stmt, fn) != nil {
				return false
			}
			indent := e.Indent(stmt.Pos())
			e.Insert(stmt.Body.Lbrace+1, "\n"+indent+"case <-"+done+":\n"+indent+"\t"+leave)
			return true
		case *ast.ExprStmt:
			wait := waitOf(o.p, stmt)
			if wait == "" {
				continue
			}
			e.Replace(stmt.Pos(), stmt.End(), exitstmt.Lines(e.Indent(stmt.Pos()), "select {", "case <-"+done+":", "\t"+leave, "case "+wait+":", "}"))
			return true
		}
	}
	return false
}

// waitsTwice reports whether an iteration of a loop sends or receives, in a statement of
// its own, besides what a statement of the loop's own body or the case of a select does
// first.
func waitsTwice(body *ast.BlockStmt, loop ast.Node) bool {
	_, ranges := loop.(*ast.RangeStmt)
	first := make(map[ast.Node]bool)
	for _, stmt := range body.List {
		if wait, ok := stmt.(*ast.ExprStmt); ok && !ranges {
			first[ast.Unparen(wait.X)] = true
		}
	}
	twice := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CommClause:
			for _, stmt := range n.Body {
				ast.Inspect(stmt, func(m ast.Node) bool {
					twice = twice || sendsOrReceives(m)
					return !twice
				})
			}
			return false
		}
		twice = twice || sendsOrReceives(n) && !first[n]
		return !twice
	})
	return twice
}

func sendsOrReceives(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SendStmt:
		return true
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	}
	return false
}

// waitOf returns what a statement that only waits receives from, as a case has it.
func waitOf(p *check.Pass, stmt *ast.ExprStmt) string {
	if syntax.Received(stmt) != nil {
		return p.Source(stmt)
	}
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !ok || callmatch.CalleeName(p.TypesInfo, call) != "time.Sleep" {
		return ""
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	return "<-" + strings.TrimSuffix(p.Source(sel), "Sleep") + "After(" + p.Source(call.Args[0]) + ")"
}
