package unlockedaccess

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// madeHere reports whether the function around the field sel has ensured before that the
// field has a value, which nothing changes after that:
//
//	s.mu.Lock()
//	if s.db == nil {
//		s.db = open()
//	}
//	s.mu.Unlock()
//	return s.db.Begin()
//
// or comes after a test that it has one.
func madeHere(p *check.Pass, sel ast.Expr) bool {
	field := callmatch.Field(p.TypesInfo, sel)
	path := source.PathTo(p, sel.Pos())
	fn := slices.IndexFunc(path, func(n ast.Node) bool { _, ok := n.(*ast.FuncDecl); return ok })
	if field == nil || fn < 0 {
		return false
	}
	tested := false
	ast.Inspect(path[fn], func(n ast.Node) bool {
		test, ok := n.(*ast.IfStmt)
		tested = tested || ok && (test.End() < sel.Pos() && isNil(p, test.Cond, field, token.EQL) && assignsTo(p, test.Body, field) ||
			within(test.Body, sel) && isNil(p, test.Cond, field, token.NEQ))
		return !tested
	})
	return tested && slices.IndexFunc(astindex.Of(p.Pass).Uses[field], func(id *ast.Ident) bool { return !lazily(p, id, field) }) < 0
}

// lazily reports whether a use of the field is no assignment, or one after a test for nil.
func lazily(p *check.Pass, id *ast.Ident, field *types.Var) bool {
	written := false
	for _, n := range source.PathTo(p, id.Pos()) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			written = written || slices.ContainsFunc(n.Lhs, func(lhs ast.Expr) bool { return callmatch.Field(p.TypesInfo, lhs) == field && within(lhs, id) })
		case *ast.UnaryExpr:
			written = written || n.Op == token.AND
		case *ast.IfStmt:
			if written && isNil(p, n.Cond, field, token.EQL) {
				return true
			}
		case *ast.BlockStmt:
			if written && leftUnlessNil(p, n, id.Pos(), field) {
				return true
			}
		}
	}
	return !written
}

// leftUnlessNil reports whether a statement of the block before pos returns when the
// field has a value.
func leftUnlessNil(p *check.Pass, block *ast.BlockStmt, pos token.Pos, field *types.Var) bool {
	return slices.ContainsFunc(block.List, func(stmt ast.Stmt) bool {
		test, ok := stmt.(*ast.IfStmt)
		if !ok || test.End() > pos || !isNil(p, test.Cond, field, token.NEQ) || len(test.Body.List) == 0 {
			return false
		}
		_, ok = test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt)
		return ok
	})
}

func within(n, inner ast.Node) bool { return n.Pos() <= inner.Pos() && inner.End() <= n.End() }

// isNil reports whether cond tests the field for nil, or for another value.
func isNil(p *check.Pass, cond ast.Expr, field *types.Var, op token.Token) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return ok && b.Op == op && p.TypesInfo.Types[b.Y].IsNil() && callmatch.Field(p.TypesInfo, b.X) == field
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
