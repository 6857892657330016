package ctxbackground

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// committed reports whether a transaction has been committed before cur in a
// block around it: what follows must not be undone by a caller that leaves.
func committed(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing() {
		stmt, ok := c.Node().(ast.Stmt)
		if !ok {
			continue
		}
		for _, s := range astindex.Stmts(c.Parent().Node()) {
			if s == stmt {
				break
			}
			if commits(p, s) {
				return true
			}
		}
	}
	return false
}

func commits(p *check.Pass, stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			fn := callmatch.Callee(p.TypesInfo, call)
			found = found || fn != nil && catalog.Words(fn.Name())[0] == "commit"
		}
		return !found
	})
	return found
}

// undoes reports whether cur is a call whose outcome nobody asks for, on the way out
// of a function that has failed. It takes back what was begun, and the end of the
// context may be why:
//
//	if err := c.connect(ctx); err != nil {
//		c.deleteSession(context.Background())
//		return err
//	}
func undoes(p *check.Pass, cur inspector.Cursor) bool {
	stmt := cur.Parent()
	switch s := stmt.Node().(type) {
	case *ast.ExprStmt:
	case *ast.AssignStmt:
		if slices.ContainsFunc(s.Lhs, func(lhs ast.Expr) bool { id, ok := lhs.(*ast.Ident); return !ok || id.Name != "_" }) {
			return false
		}
	default:
		return false
	}
	block, ok := stmt.Parent().Node().(*ast.BlockStmt)
	if !ok {
		return false
	}
	ret, ok := block.List[len(block.List)-1].(*ast.ReturnStmt)
	return ok && len(ret.Results) > 0 && isError(p, ret.Results[len(ret.Results)-1]) && failed(p, stmt.Parent().Parent().Node(), block)
}

// failed reports whether n is a test for an error, and the block what is done then.
func failed(p *check.Pass, n ast.Node, block *ast.BlockStmt) bool {
	test, ok := n.(*ast.IfStmt)
	if !ok || test.Body != block {
		return false
	}
	cond, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr)
	return ok && cond.Op == token.NEQ && p.TypesInfo.Types[cond.Y].IsNil() && isError(p, cond.X)
}

func isError(p *check.Pass, expr ast.Expr) bool {
	tv := p.TypesInfo.Types[expr]
	return !tv.IsNil() && tv.Type != nil && types.Implements(tv.Type, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}
