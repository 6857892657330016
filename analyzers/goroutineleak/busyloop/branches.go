package busyloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// leavingSelect reports whether a statement is a select with an empty default, of which the other cases leave.
func leavingSelect(stmt ast.Stmt) bool {
	sel, ok := stmt.(*ast.SelectStmt)
	if !ok {
		return false
	}
	skips := false
	for _, c := range sel.Body.List {
		clause := c.(*ast.CommClause)
		switch {
		case clause.Comm == nil && len(clause.Body) == 0:
			skips = true
		case len(clause.Body) == 0 || !alwaysLeaves(clause.Body[len(clause.Body)-1]):
			return false
		}
	}
	return skips
}

// repeats reports whether the statements after the question lead to the next one, with nothing but logging between,
// where a condition holds: it is tested by an if or a switch, and the branch continues or the loop ends after it.
func (s *spin) repeats(list []ast.Stmt, holds func(ast.Expr) bool) bool {
	for i, stmt := range list {
		switch stmt := stmt.(type) {
		case *ast.IfStmt:
			last := s.allQuiet(list[i+1:])
			if holds(stmt.Cond) {
				return stmt.Init == nil && s.comesBack(stmt.Body.List, last)
			}
			if s.failed(stmt.Cond) && s.repeats(stmt.Body.List, holds) {
				return true
			}
		case *ast.SwitchStmt:
			if clause := caseOf(stmt, holds); clause != nil {
				return s.comesBack(clause.Body, s.allQuiet(list[i+1:]))
			}
		}
		if !s.quiet(stmt) {
			return false
		}
	}
	return false
}

func (s *spin) failed(cond ast.Expr) bool {
	return callmatch.TestedError(s.p.TypesInfo, cond) != nil
}

// comesBack reports whether a branch leads to the next iteration, with nothing but logging before it.
func (s *spin) comesBack(body []ast.Stmt, last bool) bool {
	if n := len(body); n > 0 && isContinue(body[n-1]) {
		return s.allQuiet(body[:n-1])
	}
	return last && s.allQuiet(body)
}

func caseOf(sw *ast.SwitchStmt, holds func(ast.Expr) bool) *ast.CaseClause {
	if sw.Tag != nil || sw.Init != nil {
		return nil
	}
	for _, c := range sw.Body.List {
		clause := c.(*ast.CaseClause)
		for _, cond := range clause.List {
			if holds(cond) {
				return clause
			}
		}
	}
	return nil
}

// nothing reports whether a condition is that an error says that there is nothing.
func (s *spin) nothing(cond ast.Expr, failure types.Object) bool {
	var err, kind ast.Expr
	switch cond := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		if cond.Op != token.EQL {
			return false
		}
		err, kind = cond.X, cond.Y
	case *ast.CallExpr:
		if callmatch.CalleeName(s.p.TypesInfo, cond) != "errors.Is" {
			return false
		}
		err, kind = cond.Args[0], cond.Args[1]
	default:
		return false
	}
	v, ok := callmatch.Object(s.p.TypesInfo, kind).(*types.Var)
	return ok && failure != nil && callmatch.Object(s.p.TypesInfo, err) == failure && v.Pkg() != nil &&
		(catalog.NotFoundErrors[v.Pkg().Path()+"."+v.Name()] || !callmatch.Std(v) && catalog.SaysNothing(v.Name()) || v.Pkg() == s.p.Pkg && catalog.SaysNothing(v.Name()))
}
