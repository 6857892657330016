package swallowedpanic

import (
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/result"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// judgeDropped reports a deferred literal that does nothing but recover, in a function without an
// error result:
//
//	defer func() { recover() }()
//
// Doubtful where the function does one thing, such as a send on a channel that may be closed:
// that this may panic is known then. Safe where a comment says so.
func judgeDropped(p *check.Pass, fn *result.Func, stmt *ast.DeferStmt) {
	lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit)
	if !ok || len(lit.Body.List) != 1 || result.Error(p.TypesInfo, fn.Type) != nil {
		return
	}
	call := recovers.Recover(p.TypesInfo, lit.Body)
	if call == nil || !drops(lit.Body.List[0], call) || toldElsewhere(p, fn, stmt) {
		return
	}
	if pos, ok := p.Wanted(stmt, ignoreSayings...); ok {
		p.Safe(call, p.Source(call), verdict.Wanted, pos)
		return
	}
	var doubts []check.Doubt
	if doesOneThing(fn) || p.SaysBeside(stmt.Pos(), recoverSayings...) {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, stmt.Pos()))
	}
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf("a panic of %s is lost, and what it was doing with it: nothing logs the panic or passes it on", fn.Name),
		Doubts:  doubts,
		Fix:     fixDropped(p, lit.Body.List[0]),
	})
}

// drops reports whether a statement does nothing but recover.
func drops(stmt ast.Stmt, call *ast.CallExpr) bool {
	test, ok := stmt.(*ast.IfStmt)
	if !ok {
		return bare(stmt, call)
	}
	for _, s := range test.Body.List {
		if _, returns := s.(*ast.ReturnStmt); !returns {
			return false
		}
	}
	return test.Else == nil
}

// doesOneThing reports whether a function has one statement beside its deferred calls, and that no
// loop.
func doesOneThing(fn *result.Func) bool {
	things := 0
	for _, s := range body(fn).List {
		switch s := s.(type) {
		case *ast.DeferStmt:
		case *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt:
			return false
		case *ast.ReturnStmt:
			things += min(len(s.Results), 1)
		default:
			things++
		}
	}
	return things <= 1
}

func body(fn *result.Func) *ast.BlockStmt {
	if lit, ok := fn.Node.(*ast.FuncLit); ok {
		return lit.Body
	}
	return fn.Node.(*ast.FuncDecl).Body
}

func fixDropped(p *check.Pass, stmt ast.Stmt) *edit.Fix {
	e := p.Edit(stmt.Pos())
	log, debug := e.Import(stmt.Pos(), "log", "log"), e.Import(stmt.Pos(), "runtime/debug", "debug")
	e.Replace(stmt.Pos(), stmt.End(), fmt.Sprintf("if r := recover(); r != nil {\n%[1]s\t%s.Printf(\"panic: %%v\\n%%s\", r, %s.Stack())\n%[1]s}", e.Indent(stmt.Pos()), log, debug))
	return e.Fix("Log the panic", "panics that were lost are logged")
}
