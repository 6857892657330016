package lockrace

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// madeHere reports whether the function around the field sel has made sure before
// that the field has a value, which nothing changes after that:
//
//	s.mu.Lock()
//	if s.db == nil {
//		s.db = open()
//	}
//	s.mu.Unlock()
//	return s.db.Begin()
func madeHere(p *check.Pass, sel ast.Expr) bool {
	field := callmatch.Field(p.TypesInfo, sel)
	path := pathTo(p, sel.Pos())
	fn := slices.IndexFunc(path, func(n ast.Node) bool { _, ok := n.(*ast.FuncDecl); return ok })
	if field == nil || fn < 0 {
		return false
	}
	tested := false
	ast.Inspect(path[fn], func(n ast.Node) bool {
		test, ok := n.(*ast.IfStmt)
		tested = tested || ok && test.End() < sel.Pos() && isNil(p, test.Cond, field) && assignsTo(p, test.Body, field)
		return !tested
	})
	return tested && slices.IndexFunc(astindex.Of(p.Pass).Uses[field], func(id *ast.Ident) bool { return !lazily(p, id, field) }) < 0
}

// lazily reports whether a use of the field is no assignment, or one behind a test
// for nil.
func lazily(p *check.Pass, id *ast.Ident, field *types.Var) bool {
	written := false
	for _, n := range pathTo(p, id.Pos()) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			written = written || slices.ContainsFunc(n.Lhs, func(lhs ast.Expr) bool { return callmatch.Field(p.TypesInfo, lhs) == field && within(lhs, id) })
		case *ast.UnaryExpr:
			written = written || n.Op == token.AND
		case *ast.IfStmt:
			if written && isNil(p, n.Cond, field) {
				return true
			}
		}
	}
	return !written
}

func within(n, inner ast.Node) bool { return n.Pos() <= inner.Pos() && inner.End() <= n.End() }

// isNil reports whether cond tests the field for nil.
func isNil(p *check.Pass, cond ast.Expr, field *types.Var) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return ok && b.Op == token.EQL && p.TypesInfo.Types[b.Y].IsNil() && callmatch.Field(p.TypesInfo, b.X) == field
}

func assignsTo(p *check.Pass, body *ast.BlockStmt, field *types.Var) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok {
			found = found || slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool { return callmatch.Field(p.TypesInfo, lhs) == field })
		}
		return !found
	})
	return found
}
