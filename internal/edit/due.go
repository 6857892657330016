package edit

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A skip looks for what releases something that was acquired before the edit.
type skip struct {
	b     *Builder
	at    token.Pos
	path  []ast.Node // around the edit, from the inside
	body  ast.Node   // of the function around the edit
	taken []string   // what is acquired after the edit, as the source names it
}

// due returns the part of a statement that gives something back, nil if none does: a call, also
// one that is deferred there or that another goroutine makes, a counter, or a channel's turn.
func (s *skip) due(stmt follower) (due ast.Node) {
	ast.Inspect(stmt.Stmt, func(n ast.Node) bool {
		gives := false
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			gives = s.gives(n)
			if lit, ok := ast.Unparen(n.Fun).(*ast.FuncLit); ok && due == nil {
				due = s.due(follower{lit.Body, stmt.loop})
			}
		case *ast.IncDecStmt:
			gives = n.Tok == token.DEC && s.turns(stmt, n.X, "++")
		case *ast.SendStmt:
			gives = s.turns(stmt, n.Chan, "")
		case *ast.ExprStmt:
			from, ok := ast.Unparen(n.X).(*ast.UnaryExpr)
			gives = ok && from.Op == token.ARROW && named(from.X) && s.turns(stmt, from.X, "<-")
		}
		if gives && due == nil {
			due = n
		}
		return due == nil
	})
	return due
}

// unset reports whether a statement releases what a variable gets only after the edit, where no loop comes back to
// it:
//
//	var resp *http.Response
//	… // the edit
//	if resp, err = client.Do(req); err != nil {
//		return err
//	}
//	defer resp.Body.Close()
func (s *skip) unset(due ast.Node) (found bool) {
	if slices.ContainsFunc(s.path, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.LabeledStmt:
			return true
		}
		return false
	}) {
		return false
	}
	ast.Inspect(due, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !found {
			v, ok := s.b.pass.TypesInfo.Uses[id].(*types.Var)
			found = ok && v.Kind() == types.LocalVar && v.Pos() < s.at && !s.mayHave(v)
		}
		return !found
	})
	return found
}

// mayHave reports whether a variable may have a value at the edit: it is declared with one, assigned to before, or
// its address is taken, or a literal uses it.
func (s *skip) mayHave(v *types.Var) (found bool) {
	ast.Inspect(s.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			found = found || s.mentions(n, v)
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && s.mentions(n, v)
		case *ast.ValueSpec:
			found = found || len(n.Values) > 0 && slices.ContainsFunc(n.Names, func(id *ast.Ident) bool { return s.b.pass.TypesInfo.Defs[id] == types.Object(v) })
		case *ast.AssignStmt:
			found = found || n.Pos() < s.at && slices.ContainsFunc(n.Lhs, func(lhs ast.Expr) bool { return callmatch.Object(s.b.pass.TypesInfo, lhs) == types.Object(v) })
		}
		return !found
	})
	return found
}

func (s *skip) mentions(n ast.Node, v *types.Var) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && s.b.pass.TypesInfo.Uses[id] == types.Object(v)
		return !found
	})
	return found
}

// closes reports whether n closes, by a method or a function, what a variable of the function has,
// or removes the file that it names.
func (s *skip) closes(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return slices.ContainsFunc(call.Args, s.opened)
	}
	if fn := callmatch.Callee(s.b.pass.TypesInfo, call); catalog.Removes[callmatch.Name(fn)] {
		return s.own(call.Args[0])
	}
	return catalog.ClosesByName(sel.Sel.Name) && s.opened(sel.X)
}

// own reports whether an expression is a variable of the function.
func (s *skip) own(expr ast.Expr) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok || astindex.FuncBody(s.body) == nil {
		return false
	}
	obj, ok := s.b.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && astindex.FuncBody(s.body).Pos() < obj.Pos() && !s.failed(obj)
}

// opened reports whether an expression is what a variable of the function has, and has a Close.
func (s *skip) opened(expr ast.Expr) bool {
	t := s.b.pass.TypesInfo.TypeOf(expr)
	obj, ok := s.b.pass.TypesInfo.ObjectOf(rootIdent(expr)).(*types.Var)
	if !ok || t == nil {
		return false
	}
	method, _, _ := types.LookupFieldOrMethod(t, true, s.b.pass.Pkg, "Close")
	_, closer := method.(*types.Func)
	return closer && astindex.FuncBody(s.body) != nil && astindex.FuncBody(s.body).Pos() < obj.Pos() && !s.failed(obj)
}

// failed reports whether the edit is where opening has failed: in the test after the
// statement that declares the variable.
//
//	g, err := os.Open(name)
//	if err != nil {
func (s *skip) failed(obj types.Object) bool {
	for i, n := range s.path[:len(s.path)-1] {
		stmt, ok := n.(*ast.IfStmt)
		if !ok {
			continue
		}
		list := astindex.Stmts(s.path[i+1])
		at := slices.Index(list, ast.Stmt(stmt))
		if at > 0 && list[at-1].Pos() <= obj.Pos() && obj.Pos() < list[at-1].End() {
			return true
		}
	}
	return false
}

// rootIdent returns the name that an expression begins with, nil if it begins otherwise.
func rootIdent(expr ast.Expr) *ast.Ident {
	for {
		switch e := ast.Unparen(expr).(type) {
		case *ast.Ident:
			return e
		case *ast.SelectorExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.StarExpr:
			expr = e.X
		case *ast.CallExpr:
			expr = e.Fun
		case *ast.UnaryExpr:
			expr = e.X
		default:
			return &ast.Ident{}
		}
	}
}

// isCancel reports whether t is the type of what ends a context.
func isCancel(t types.Type) bool {
	named, ok := t.(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context" && strings.HasPrefix(named.Obj().Name(), "Cancel")
}
