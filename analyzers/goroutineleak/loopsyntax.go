package goroutineleak

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// loopsAround returns the loops of the same function whose bodies hold cur, the
// innermost first.
func loopsAround(cur inspector.Cursor) []inspector.Cursor {
	var loops []inspector.Cursor
	from := cur.Node()
	for c := range cur.Enclosing() {
		var body *ast.BlockStmt
		switch n := c.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return loops
		case *ast.ForStmt:
			body = n.Body
		case *ast.RangeStmt:
			body = n.Body
		case *ast.CommClause:
			if n.Comm == from {
				return nil // the case of a select
			}
		}
		if body != nil && body.Pos() <= from.Pos() && from.End() <= body.End() {
			loops = append(loops, c)
		}
	}
	return loops
}

// leavesLoop reports whether a list of statements ends in leaving the loop
// around a select: a return or a labelled jump.
func leavesLoop(body []ast.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch last := body[len(body)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Label != nil && last.Tok != token.CONTINUE
	}
	return false
}

// neverReturns reports whether a list of statements ends in a panic, or in a call
// that ends the process, the goroutine or the test.
func neverReturns(p *check.Pass, body []ast.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	stmt, ok := body[len(body)-1].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch callee := typeutil.Callee(p.TypesInfo, call).(type) {
	case *types.Builtin:
		return callee.Name() == "panic"
	case *types.Func:
		return p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs).NoReturn(callee)
	}
	return false
}

// endless reports whether a loop can only be left by a jump, and has none.
func endless(loop ast.Node) bool {
	f, ok := loop.(*ast.ForStmt)
	if !ok || f.Cond != nil {
		return false
	}
	leaves := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			leaves = true
		case *ast.BranchStmt:
			leaves = leaves || n.Tok == token.BREAK || n.Tok == token.GOTO
		}
		return true
	})
	return !leaves
}

// leadsOut reports whether a return follows the statement at cur in the loop: it is in
// no round but the last.
func leadsOut(cur, loop inspector.Cursor) bool {
	for c := cur; c != loop; c = c.Parent() {
		for next, ok := c.NextSibling(); ok; next, ok = next.NextSibling() {
			if _, returns := next.Node().(*ast.ReturnStmt); returns {
				return true
			}
		}
	}
	return false
}
