package order

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/joins"
)

// Above reports whether first is in a list of statements in which, further
// down, second stands, or a statement that contains it: then first has run
// whenever second does.
func Above(p *check.Pass, first, second ast.Node) bool {
	cur, ok := syntax.CursorOf(p, second)
	if !ok || first == nil || first.Pos() >= second.Pos() {
		return false
	}
	for c := range cur.Enclosing() {
		for _, stmt := range astindex.Stmts(c.Node()) {
			if stmt == first {
				return true
			}
		}
		switch c.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			if c.Node() != second {
				return false
			}
		}
	}
	return false
}

// Joined returns the goroutines that a wait is for: others than the one that
// waits, which gives a semaphore's token back.
func Joined(p *check.Pass, wait Step) []astindex.Start {
	var list []astindex.Start
	for _, s := range astindex.Of(p.Pass).Starts {
		body := StartBody(p, s)
		if body == nil || body.Pos() <= wait.Expr.Pos() && wait.Expr.End() <= body.End() {
			continue
		}
		if sel := syntax.Selector(s.Call.Fun); s.Node == ast.Node(s.Call) && sel != nil && syntax.VariableOf(p, sel.X) == wait.Subject || joins.Tells(p.TypesInfo, body, wait.Subject) {
			list = append(list, s)
		}
	}
	return list
}

// StartBody returns the body of the function that a goroutine runs.
func StartBody(p *check.Pass, s astindex.Start) *ast.BlockStmt {
	if s.Lit != nil {
		return s.Lit.Body
	}
	if decl := astindex.Of(p.Pass).Decls[s.Func]; s.Func != nil && decl != nil {
		return decl.Body
	}
	return nil
}

// Joins reports whether a goroutine itself calls the method of another package's value that
// wait calls.
func Joins(p *check.Pass, s astindex.Start, wait Step) bool {
	body, found := StartBody(p, s), false
	if body == nil {
		return true
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			found = found || callmatch.Callee(p.TypesInfo, call) == wait.fn
		}
		return !found
	})
	return found
}
