package uncancellablesleep

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"
)

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

// leadsOut reports whether a return follows the statement at cur in the loop: it is in the
// last iteration only.
func leadsOut(cur, loop inspector.Cursor) bool {
	for c := cur; c != loop; c = c.Parent() {
		for next, ok := c.NextSibling(); ok; next, ok = next.NextSibling() {
			switch n := next.Node().(type) {
			case *ast.ReturnStmt:
				return true
			case *ast.BranchStmt:
				return n.Tok == token.BREAK && n.Label != nil // continue begins the next iteration
			}
		}
	}
	return false
}
