package shutdownorder

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A step is one thing that a function does at its end: it closes a store, or
// waits for goroutines.
type step struct {
	expr     ast.Node       // the call, or the receive
	subject  *types.Var     // the store, the group, the channel
	stmt     ast.Stmt       // the statement of the function's own that does it
	deferred *ast.DeferStmt // that statement, if it is one
}

// steps returns what the function at cur closes, as closes decides, and what it
// waits for. Deferred literals belong to it, other literals do not.
func steps(p *check.Pass, cur inspector.Cursor, closes func(*types.Func) bool) (releases, waits []step) {
	body := bodyOf(cur.Node())
	if body == nil {
		return nil, nil
	}
	var visit func(n ast.Node, in *ast.DeferStmt)
	visit = func(root ast.Node, in *ast.DeferStmt) {
		ast.Inspect(root, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.GoStmt:
				return false
			case *ast.DeferStmt:
				if lit, ok := ast.Unparen(n.Call.Fun).(*ast.FuncLit); ok && in == nil {
					visit(lit.Body, n)
					return false
				}
				if in == nil {
					visit(n.Call, n)
				}
				return false
			case *ast.UnaryExpr:
				if v := variableOf(p, n.X); n.Op == token.ARROW && v != nil {
					waits = append(waits, step{expr: n, subject: v, deferred: in})
				}
			case *ast.CallExpr:
				sel := selector(n.Fun)
				fn := callmatch.Callee(p.TypesInfo, n)
				if sel == nil || fn == nil {
					return true
				}
				if v := variableOf(p, sel.X); v == nil {
					return true
				} else if catalog.Joins[callmatch.Name(fn)] {
					waits = append(waits, step{expr: n, subject: v, deferred: in})
				} else if closes(fn) {
					releases = append(releases, step{expr: n, subject: v, deferred: in})
				}
			}
			return true
		})
	}
	visit(body, nil)
	for _, list := range [][]step{releases, waits} {
		for i := range list {
			list[i].place(p)
		}
	}
	return releases, waits
}

// place finds the statement of the function that s belongs to.
func (s *step) place(p *check.Pass) {
	if s.deferred != nil {
		s.stmt = s.deferred
		return
	}
	if cur, ok := cursorOf(p, s.expr); ok {
		if stmt, ok := statement(cur); ok {
			s.stmt = stmt.Node().(ast.Stmt)
		}
	}
}

func bodyOf(fn ast.Node) *ast.BlockStmt {
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		return fn.Body
	case *ast.FuncLit:
		return fn.Body
	}
	return nil
}
