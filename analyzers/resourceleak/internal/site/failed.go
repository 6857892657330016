package site

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// classifies reports whether a condition is true only for some errors of the call: it asks for that variable alone, and
// first whether it is nil, or which one it is.
func (s *Site) classifies(p *check.Pass, stmt ast.Stmt, cond *ast.IfStmt) bool {
	err := s.errorOf(p, stmt)
	if err == nil || cond.Init != nil || cond.Else != nil {
		return false
	}
	first := ast.Unparen(cond.Cond)
	for {
		and, ok := first.(*ast.BinaryExpr)
		if !ok || and.Op != token.LAND {
			break
		}
		first = ast.Unparen(and.X)
	}
	return onlyFailed(p, first, err)
}

// onlyFailed reports whether a condition is false where err is nil: err != nil, err == io.EOF, errors.Is(err, io.EOF),
// and one or the other of them.
func onlyFailed(p *check.Pass, cond ast.Expr, err types.Object) bool {
	is := func(x ast.Expr) bool {
		id, ok := ast.Unparen(x).(*ast.Ident)
		return ok && p.TypesInfo.ObjectOf(id) == err
	}
	switch cond := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		isNil := p.TypesInfo.Types[cond.Y].IsNil()
		switch cond.Op {
		case token.LOR:
			return onlyFailed(p, cond.X, err) && onlyFailed(p, cond.Y, err)
		case token.NEQ:
			return is(cond.X) && isNil
		case token.EQL:
			return is(cond.X) && !isNil
		}
	case *ast.CallExpr:
		return len(cond.Args) > 0 && is(cond.Args[0]) && catalog.ErrorTests[callmatch.CalleeName(p.TypesInfo, cond)]
	}
	return false
}

// errorOf returns the variable for the error of the call, nil if there is none.
func (s *Site) errorOf(p *check.Pass, stmt ast.Stmt) types.Object {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok {
		return nil
	}
	id, ok := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident)
	if !ok || id.Name == "_" {
		return nil
	}
	return p.TypesInfo.ObjectOf(id)
}
