package missedwakeup

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix acquires the lock around the change, or around the wake-up where that is what the end of a context runs.
func (w *flagWait) fix(p *check.Pass, change, wake ssa.Instruction) *edit.Fix {
	if wake == nil {
		return w.fixValue(p, change)
	}
	at, what := change, "change"
	if _, calls := change.(*ssa.Call); !calls || change == wake {
		at, what = wake, "wake-up"
	}
	mutex, stmt := w.mutex(p, wakeAt(p, wake)), statementOf(p, at)
	if mutex == "" || stmt == nil {
		return nil
	}
	e := p.Edit(stmt.Pos())
	e.Before(stmt, mutex+".Lock()")
	e.After(stmt, mutex+".Unlock()")
	return e.Fix("Acquire "+mutex+" for the "+what, "")
}

// fixValue writes a literal for the method value that context.AfterFunc is passed.
func (w *flagWait) fixValue(p *check.Pass, change ssa.Instruction) *edit.Fix {
	call, ok := callAt(p, change)
	if !ok || len(call.Args) != 2 {
		return nil
	}
	wake, ok := ast.Unparen(call.Args[1]).(*ast.SelectorExpr)
	if mutex := w.mutex(p, wake); ok && mutex != "" {
		e := p.Edit(call.Pos())
		e.Replace(wake.Pos(), wake.End(), "func() {\n"+mutex+".Lock()\ndefer "+mutex+".Unlock()\n"+p.Source(wake)+"()\n}")
		return e.Fix("Acquire "+mutex+" for the wake-up", "")
	}
	return nil
}

// mutex returns the expression of the lock that Wait releases: the one beside the condition variable, or its L.
func (w *flagWait) mutex(p *check.Pass, wake *ast.SelectorExpr) string {
	if wake == nil {
		return ""
	}
	field, ok := ast.Unparen(wake.X).(*ast.SelectorExpr)
	if beside := strings.HasPrefix(w.lock.Fields, ".") && strings.Count(w.lock.Fields, ".") == 1; ok && beside {
		return p.Source(field.X) + w.lock.Fields
	}
	return p.Source(wake.X) + ".L"
}

// wakeAt returns the method that a wake-up calls, which may be deferred.
func wakeAt(p *check.Pass, wake ssa.Instruction) *ast.SelectorExpr {
	call, ok := callAt(p, wake)
	if !ok {
		return nil
	}
	method, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return method
}

func callAt(p *check.Pass, at ssa.Instruction) (*ast.CallExpr, bool) {
	cur, ok := ssainstr.CursorAt(p, at.Pos())
	if !ok {
		return nil, false
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil), (*ast.DeferStmt)(nil)) {
		if deferred, ok := c.Node().(*ast.DeferStmt); ok {
			return deferred.Call, true
		}
		return c.Node().(*ast.CallExpr), true
	}
	return nil, false
}

// statementOf returns the statement that an instruction's call is.
func statementOf(p *check.Pass, at ssa.Instruction) ast.Stmt {
	call, ok := callAt(p, at)
	if !ok {
		return nil
	}
	cur, _ := ssainstr.CursorAt(p, at.Pos())
	for c := range cur.Enclosing((*ast.ExprStmt)(nil)) {
		if stmt := c.Node().(*ast.ExprStmt); stmt.X == ast.Expr(call) {
			return stmt
		}
		return nil
	}
	return nil
}
