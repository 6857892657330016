package goroutineleak

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// This file asks how many goroutines a start in a loop begins.

// startedForEver reports whether an endless loop starts the goroutine again and again,
// for each connection, say. One for each of a list, such as that of a configuration, may
// well live as long as the process.
func startedForEver(p *check.Pass, start astindex.Start) bool {
	cur, ok := cursorAt(p, start.Node.Pos())
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		loop, ok := c.Node().(*ast.ForStmt)
		if !ok {
			return false
		}
		if loop.Cond == nil {
			return true
		}
	}
	return false
}

// overFixed reports whether a goroutine is started for each of a list that a variable of
// the package is declared with: there are as many as the program has been written for.
func overFixed(p *check.Pass, start ssaflow.Start) bool {
	cur, ok := cursorAt(p, start.Instr.Pos())
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		loop, ok := c.Node().(*ast.RangeStmt)
		if !ok {
			return false
		}
		v := packageVariable(p, loop.X)
		if v == nil {
			return false
		}
		_, written := declaredAs(p, v).(*ast.CompositeLit)
		return written
	}
	return false
}
