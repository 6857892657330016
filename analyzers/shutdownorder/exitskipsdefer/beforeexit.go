package exitskipsdefer

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

const mostExits = 2 // beyond which a function that returns its error is what is wanted

// fixBeforeExit calls what is deferred in front of the exits that skip it, the last first:
//
//	f.Close()
//	log.Fatal("write: ", err)
//
// There is none where an exit is about what is ended, or is in another function.
func fixBeforeExit(p *check.Pass, fn inspector.Cursor, exits []*exiting) *edit.Fix {
	if len(exits) > mostExits {
		return nil
	}
	e := p.Edit(exits[0].call.Pos())
	for _, exit := range exits {
		cur, ok := syntax.CursorOf(p, exit.call)
		if !ok || exitsBeside(p, exit.call, fn) || !plainExit(exit.call) {
			return nil
		}
		stmt, isStmt := cur.Parent().Node().(*ast.ExprStmt)
		if !isStmt || !slices.Contains(astindex.Stmts(cur.Parent().Parent().Node()), ast.Stmt(stmt)) {
			return nil
		}
		for _, lost := range slices.Backward(exit.skipped) {
			if len(lost.Doubts) > 0 || !deferredAlone(p, lost.Call) {
				return nil
			}
			e.Before(stmt, p.Source(lost.Call))
		}
	}
	return e.Fix("Call "+p.Source(exits[0].skipped[0].Call)+" before the exit", "")
}

// plainExit reports whether the arguments of an exit call nothing, which may need what ends before it.
func plainExit(exit *ast.CallExpr) bool {
	return !slices.ContainsFunc(exit.Args, func(arg ast.Expr) bool {
		calls := false
		ast.Inspect(arg, func(n ast.Node) bool {
			_, call := n.(*ast.CallExpr)
			calls = calls || call
			return !calls
		})
		return calls
	})
}

// deferredAlone reports whether a defer statement defers the call itself, which has no arguments.
func deferredAlone(p *check.Pass, call *ast.CallExpr) bool {
	cur, ok := syntax.CursorOf(p, call)
	if !ok || len(call.Args) > 0 {
		return false
	}
	d, ok := cur.Parent().Node().(*ast.DeferStmt)
	_, named := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && named && d.Call == call
}
