package connnodeadline

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A lock is one that is held at a write.
type lock struct {
	call *ast.CallExpr // acquires it
	own  bool          // it belongs to the connection: a field beside it
}

// lockAt returns the lock that is held at cur, in its function or in one that calls it, at most
// depth calls away; nil if there is none.
func lockAt(p *check.Pass, cur inspector.Cursor, conn ast.Expr, depth int) *lock {
	looped := false
	for c := range cur.Enclosing((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch n := c.Node().(type) {
		case *ast.RangeStmt:
			looped = true
		case *ast.FuncLit:
			return nil
		case *ast.FuncDecl:
			return lockOfCaller(p, n, conn, depth)
		default:
			if call := acquired(p, astindex.Stmts(n), cur.Node()); call != nil {
				return &lock{call, !looped && beside(p, call, conn)}
			}
		}
	}
	return nil
}

// lockOfCaller returns the lock that a caller of a function holds.
func lockOfCaller(p *check.Pass, decl *ast.FuncDecl, conn ast.Expr, depth int) *lock {
	fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || depth == 0 {
		return nil
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, call := range astindex.Of(p.Pass).Calls[fn] {
		cur, ok := astindex.Find(in, call.Expr)
		if !ok || call.Go || call.In == ast.Node(decl) {
			continue
		}
		if sel, isMethod := ast.Unparen(call.Expr.Fun).(*ast.SelectorExpr); isMethod && decl.Recv != nil {
			conn = sel // c.send(msg) under c.mu is about c alone
		}
		if found := lockAt(p, cur, conn, depth-1); found != nil {
			return found
		}
	}
	return nil
}

// acquired returns the last call before at, in a list of statements, that acquires a lock which
// is not released between the two.
func acquired(p *check.Pass, list []ast.Stmt, at ast.Node) *ast.CallExpr {
	var held *ast.CallExpr
	for _, stmt := range list {
		if stmt.End() > at.Pos() {
			break
		}
		expr, ok := stmt.(*ast.ExprStmt)
		if !ok {
			continue
		}
		call, ok := ast.Unparen(expr.X).(*ast.CallExpr)
		if !ok {
			continue
		}
		op, ok := catalog.Locks[callmatch.CalleeName(p.TypesInfo, call)]
		if ok && op.Acquire && !op.Try {
			held = call
		} else if ok && !op.Acquire {
			held = nil
		}
	}
	return held
}

// beside reports whether a lock is a field of what the connection is a field of, or is embedded
// there, or both are variables of one function: what waits for it is about the same connection.
func beside(p *check.Pass, acquire *ast.CallExpr, conn ast.Expr) bool {
	fun, ok := ast.Unparen(acquire.Fun).(*ast.SelectorExpr)
	if ok && local(p, fun.X) && local(p, conn) {
		return true
	}
	of, isField := ast.Unparen(conn).(*ast.SelectorExpr)
	if !ok || !isField {
		return false
	}
	owner := p.Source(of.X)
	if mu, ok := ast.Unparen(fun.X).(*ast.SelectorExpr); ok && p.Source(mu.X) == owner {
		return true
	}
	return p.Source(fun.X) == owner
}

// local reports whether an expression is a variable of a function, and no parameter: what a
// function has made for one connection.
func local(p *check.Pass, expr ast.Expr) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	return ok && v.Kind() == types.LocalVar
}
