package shutdownorder

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
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

// variableOf returns the local variable, field or package variable that expr
// names.
func variableOf(p *check.Pass, expr ast.Expr) *types.Var {
	if field := callmatch.Field(p.TypesInfo, expr); field != nil {
		return field
	}
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok {
			return v.Origin()
		}
	}
	return nil
}

// above reports whether first stands in a list of statements in which, further
// down, second stands, or a statement that contains it: then first has run
// whenever second does.
func above(p *check.Pass, first, second ast.Node) bool {
	cur, ok := cursorOf(p, second)
	if !ok || first == nil || first.Pos() >= second.Pos() {
		return false
	}
	for c := range cur.Enclosing() {
		for _, stmt := range stmtsOf(c.Node()) {
			if stmt == first {
				return true
			}
		}
		switch c.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			if c.Node() != second {
				return false
			}
		}
	}
	return false
}

// joined returns the goroutines that a wait is for.
func joined(p *check.Pass, wait step) []astindex.Start {
	var list []astindex.Start
	for _, s := range astindex.Of(p.Pass).Starts {
		body := startBody(p, s)
		if body == nil {
			continue
		}
		if sel := selector(s.Call.Fun); s.Node == ast.Node(s.Call) && sel != nil && variableOf(p, sel.X) == wait.subject || tells(p, body, wait.subject) {
			list = append(list, s)
		}
	}
	return list
}

func startBody(p *check.Pass, s astindex.Start) *ast.BlockStmt {
	if s.Lit != nil {
		return s.Lit.Body
	}
	if decl := astindex.Of(p.Pass).Decls[s.Func]; s.Func != nil && decl != nil {
		return decl.Body
	}
	return nil
}

// tells reports whether a goroutine's body says with v that it is through: by
// Done, by closing it, by sending on it.
func tells(p *check.Pass, body *ast.BlockStmt, v *types.Var) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			found = found || variableOf(p, n.Chan) == v
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "close" && p.TypesInfo.Types[id].IsBuiltin() {
				found = found || variableOf(p, n.Args[0]) == v
			}
			if sel := selector(n.Fun); sel != nil && callmatch.CalleeName(p.TypesInfo, n) == "(*sync.WaitGroup).Done" {
				found = found || variableOf(p, sel.X) == v
			}
		}
		return !found
	})
	return found
}
