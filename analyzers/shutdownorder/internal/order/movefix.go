package order

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// A passage is a run of whole statements that can be moved: one statement, followed by the
// test of its error, and with its comments.
type passage struct {
	first, last ast.Stmt
	start, end  token.Pos // comments included
}

// passageOf returns what moves with a statement, nil if it cannot be moved: it
// declares what others use, or leaves the function.
func passageOf(p *check.Pass, stmt ast.Stmt) *passage {
	cur, ok := syntax.CursorOf(p, stmt)
	if !ok {
		return nil
	}
	m := &passage{first: stmt, last: stmt}
	if assign, ok := stmt.(*ast.AssignStmt); ok && assign.Tok == token.DEFINE {
		next, found := cur.NextSibling()
		if !found {
			return nil
		}
		test, isTest := next.Node().(*ast.IfStmt)
		if !isTest || !onlyIn(p, assign, test) {
			return nil
		}
		m.last = test
	}
	if _, returns := stmt.(*ast.ReturnStmt); returns {
		return nil
	}
	m.withComments(p, astindex.FileOf(cur))
	return m
}

// onlyIn reports whether what assign declares is used by nothing but test.
func onlyIn(p *check.Pass, assign *ast.AssignStmt, test *ast.IfStmt) bool {
	for _, lhs := range assign.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			return false
		}
		v := p.TypesInfo.Defs[id]
		if v == nil && id.Name != "_" {
			return false // it is declared before
		}
		for used, obj := range p.TypesInfo.Uses {
			if obj == v && v != nil && !syntax.Within(test, used.Pos()) {
				return false
			}
		}
	}
	return true
}

// withComments adds the comments right above the passage, and the one at its
// end.
func (m *passage) withComments(p *check.Pass, file *ast.File) {
	m.start, m.end = m.first.Pos(), m.last.End()
	for _, group := range file.Comments {
		switch {
		case p.Line(group.End())+1 == p.Line(m.first.Pos()) && p.Fset.Position(group.Pos()).Column == p.Fset.Position(m.first.Pos()).Column:
			m.start = group.Pos()
		case group.Pos() >= m.last.End() && p.Line(group.Pos()) == p.Line(m.last.End()):
			m.end = group.End()
		}
	}
}

// moveAfter moves a passage after a statement of the same list.
func (m *passage) moveAfter(e *edit.Builder, stmt ast.Node) {
	text := e.Text(m.start, m.end)
	e.DeleteLines(check.Span(m.start, m.end))
	e.After(stmt, text)
}

// moveBefore moves it in front of a statement and the comments above that.
func (m *passage) moveBefore(e *edit.Builder, to *passage) {
	text := e.Text(m.start, m.end)
	e.DeleteLines(check.Span(m.start, m.end))
	e.Before(check.Span(to.start, to.end), text)
}

// knownAt reports whether everything that a passage mentions is declared before
// pos.
func (m *passage) knownAt(p *check.Pass, pos token.Pos) bool {
	known := true
	ast.Inspect(m.first, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj, ok := p.TypesInfo.Uses[id].(*types.Var); ok && !obj.IsField() && obj.Pos() > pos && obj.Pos() < m.start && obj.Parent() != p.Pkg.Scope() {
				known = false
			}
		}
		return known
	})
	return known
}

// siblings reports whether two statements are in one list.
func siblings(p *check.Pass, a, b ast.Stmt) bool {
	x, ok := syntax.CursorOf(p, a)
	y, found := syntax.CursorOf(p, b)
	return ok && found && x.Parent() == y.Parent()
}

// leavesFunction reports whether a statement, or the test that follows it, returns: what
// comes after it may not run. In front of a plain return it runs.
func leavesFunction(p *check.Pass, stmt ast.Stmt) bool {
	if returns(stmt) {
		return true
	}
	cur, ok := syntax.CursorOf(p, stmt)
	if !ok {
		return true
	}
	next, ok := cur.NextSibling()
	if !ok {
		return false
	}
	_, plain := next.Node().(*ast.ReturnStmt)
	return !plain && returns(next.Node())
}

func returns(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt:
			found = true
		}
		return !found
	})
	return found
}
