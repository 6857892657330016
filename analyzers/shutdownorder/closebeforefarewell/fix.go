package closebeforefarewell

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix exchanges two statements that follow each other.
func fix(p *check.Pass, list []ast.Stmt, end, farewell ending) *edit.Fix {
	if end.within || farewell.within {
		return nil
	}
	for i, stmt := range list[:len(list)-1] {
		next := list[i+1]
		if !(stmt == end.stmt && next == farewell.stmt || stmt == farewell.stmt && next == end.stmt) || !exchangeable(stmt) || !exchangeable(next) {
			continue
		}
		e := p.Edit(stmt.Pos())
		first, second := e.Text(stmt.Pos(), stmt.End()), e.Text(next.Pos(), next.End())
		e.Replace(stmt.Pos(), stmt.End(), second)
		e.Replace(next.Pos(), next.End(), first)
		return e.Fix("Call "+p.Source(farewell.call.Fun)+" before "+p.Source(end.call.Fun), "")
	}
	return nil
}

// exchangeable reports whether a statement declares nothing that others use, and does not return.
func exchangeable(stmt ast.Stmt) bool {
	if _, returns := stmt.(*ast.ReturnStmt); returns {
		return false
	}
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok {
		return true
	}
	for _, lhs := range assign.Lhs {
		if id, ok := lhs.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}
