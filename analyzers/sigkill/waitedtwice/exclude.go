package waitedtwice

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// startsItself reports whether the function around a wait starts the command that it waits for, outside of
// a goroutine: it is another run.
func (w *wait) startsItself(p *check.Pass) bool {
	cmd := p.Source(ast.Unparen(w.call.Fun).(*ast.SelectorExpr).X)
	starts, goes := false, false
	for c := range w.fn.Preorder((*ast.CallExpr)(nil), (*ast.GoStmt)(nil)) {
		call, ok := c.Node().(*ast.CallExpr)
		if !ok {
			goes = true
			continue
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		starts = starts || ok && callmatch.CalleeName(p.TypesInfo, call) == "(*os/exec.Cmd).Start" && p.Source(sel.X) == cmd
	}
	return starts && !goes
}

// excludes reports whether the goroutine does not run where another wait of the same function does: the
// wait comes before its start, or the start is in a branch that leaves the function.
func (w *wait) excludes(other *wait) bool {
	if w.fn != other.fn {
		return false
	}
	if other.call.Pos() < w.start.Pos() {
		return true
	}
	cur, ok := w.fn.FindNode(w.start)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.FuncDecl)(nil)) {
		around := c.Node()
		if _, decl := around.(*ast.FuncDecl); decl || around.Pos() <= other.call.Pos() && other.call.End() <= around.End() {
			return false
		}
		if _, clause := around.(*ast.CaseClause); clause {
			return true
		}
		list := astindex.Stmts(around)
		if _, returns := list[len(list)-1].(*ast.ReturnStmt); returns {
			return true
		}
		if test, ok := c.Parent().Node().(*ast.IfStmt); ok && test.Else != nil && test.Else.Pos() <= other.call.Pos() && other.call.End() <= test.Else.End() {
			return true
		}
	}
	return false
}
