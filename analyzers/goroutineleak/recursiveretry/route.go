package recursiveretry

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// A route is what comes before a call in its function.
type route struct {
	p       *check.Pass
	body    *ast.BlockStmt
	call    *ast.CallExpr
	before  []ast.Stmt        // statements of the blocks around the call, before it
	around  []ast.Expr        // conditions of the branches around it
	selects []*ast.SelectStmt // around it
	failure ast.Expr          // the outermost condition that tests for a failure
	failed  token.Pos         // where the path after that begins
}

// newRoute returns the path to a call, be it one of a function that tests for no failure.
func newRoute(p *check.Pass, cur inspector.Cursor) *route {
	t := &route{p: p, call: cur.Node().(*ast.CallExpr)}
	for c := cur; ; c = c.Parent() {
		kind, i := c.ParentEdge()
		switch parent := c.Parent().Node().(type) {
		case *ast.FuncDecl:
			t.body = parent.Body
			return t
		case *ast.IfStmt:
			t.branch(parent, kind)
		case *ast.BlockStmt, *ast.CommClause:
			t.list(astindex.Stmts(parent), i, kind)
		case *ast.CaseClause:
			t.list(parent.Body, i, kind)
			t.clause(c.Parent())
		case *ast.SelectStmt:
			t.selects = append(t.selects, parent)
		case *ast.File:
			return t
		}
	}
}

func (t *route) branch(stmt *ast.IfStmt, kind edge.Kind) {
	if stmt.Init != nil {
		t.before = append(t.before, stmt.Init)
	}
	if kind != edge.IfStmt_Cond {
		t.around = append(t.around, stmt.Cond)
		t.test(stmt.Cond, kind == edge.IfStmt_Body, stmt.Cond.End())
	}
}

// list adds the statements of a list before the one at i. A test that leaves where nothing
// has failed is one for the failure.
func (t *route) list(list []ast.Stmt, i int, kind edge.Kind) {
	if kind != edge.BlockStmt_List && kind != edge.CaseClause_Body && kind != edge.CommClause_Body {
		return
	}
	t.before = append(t.before, list[:i]...)
	for _, stmt := range list[:i] {
		if cond, ok := stmt.(*ast.IfStmt); ok && cond.Else == nil && closesonce.Leaves(cond.Body) {
			t.test(cond.Cond, false, cond.End())
		}
	}
}

func (t *route) clause(cur inspector.Cursor) {
	clause := cur.Node().(*ast.CaseClause)
	t.around = append(t.around, clause.List...)
	sw, ok := cur.Parent().Parent().Node().(*ast.SwitchStmt)
	if !ok {
		return
	}
	for _, expr := range clause.List {
		if sw.Tag == nil {
			t.test(expr, true, clause.Colon)
		} else if t.errorIn(sw.Tag) != nil || t.status(sw.Tag) {
			t.failure, t.failed = sw.Tag, clause.Colon
		}
	}
}

// test takes a condition for the failure if it is one that has come out as holds says.
func (t *route) test(cond ast.Expr, holds bool, from token.Pos) {
	if t.fails(cond, holds) {
		t.failure, t.failed = cond, from
	}
}

// fails reports whether something has failed if a condition holds, or if it does not.
func (t *route) fails(cond ast.Expr, holds bool) bool {
	switch x := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		return x.Op == token.NOT && t.fails(x.X, !holds)
	case *ast.BinaryExpr:
		switch x.Op {
		case token.LAND, token.LOR:
			return t.fails(x.X, holds) || t.fails(x.Y, holds)
		}
		return t.compares(x, holds)
	case *ast.CallExpr:
		return holds && t.errorIn(x) != nil
	case *ast.Ident:
		return holds && t.errorIn(x) != nil
	}
	return false
}

func (t *route) compares(x *ast.BinaryExpr, holds bool) bool {
	info := t.p.TypesInfo
	switch {
	case info.Types[x.Y].IsNil():
		return isError(info.TypeOf(x.X)) && holds == (x.Op == token.NEQ)
	case t.status(x.X) && info.Types[x.Y].Value != nil:
		bad := constant.Compare(info.Types[x.Y].Value, token.GEQ, constant.MakeInt64(400))
		switch x.Op {
		case token.EQL:
			return holds == bad
		case token.NEQ:
			return holds != bad
		}
		return holds == (x.Op == token.GEQ || x.Op == token.GTR)
	case t.errorIn(x.X) != nil:
		return holds == (x.Op != token.NEQ)
	}
	return false
}

// errorIn returns the error that an expression is made of.
func (t *route) errorIn(expr ast.Expr) (found ast.Expr) {
	info := t.p.TypesInfo
	ast.Inspect(expr, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || found != nil {
			return found == nil
		}
		if id, ok := n.(*ast.Ident); ok {
			v, _ := info.Uses[id].(*types.Var)
			switch {
			case v == nil || v.IsField() || v.Parent() == v.Pkg().Scope():
				return true
			case !isError(v.Type()) && t.body != nil && v.Pos() > t.body.Pos():
				if value := localvar.Definition(info, t.body, v); value != nil && value.End() < id.Pos() && v.Pos() < t.call.Pos() {
					found = t.errorIn(value)
				}
				return true
			}
		}
		if tv := info.Types[x]; tv.IsValue() && !tv.IsNil() && isError(tv.Type) && callmatch.Root(info, x) != nil {
			found = x
		}
		return true
	})
	return found
}

func isError(t types.Type) bool {
	return t != nil && types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

// status reports whether an expression is the status of an HTTP response.
func (t *route) status(expr ast.Expr) bool {
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	return ok && t.p.TypesInfo.Selections[sel] != nil && callmatch.OwnedField(t.p.TypesInfo.Selections[sel]) == "net/http.Response.StatusCode"
}

// remote reports whether what has failed is a call that talks to another machine, or its
// answer.
func (t *route) remote() bool {
	found := false
	ast.Inspect(t.failure, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		found = found || ok && t.status(x)
		return !found
	})
	failed := t.errorIn(t.failure)
	if found || failed == nil {
		return found
	}
	v := callmatch.Root(t.p.TypesInfo, failed)
	var last *ast.CallExpr
	ast.Inspect(t.body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || assign.Pos() > t.failed || len(assign.Rhs) != 1 {
			return true
		}
		id, _ := ast.Unparen(assign.Lhs[len(assign.Lhs)-1]).(*ast.Ident)
		if id != nil && t.p.TypesInfo.ObjectOf(id) == v {
			last, _ = ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		}
		return true
	})
	return last != nil && t.talks(callmatch.Callee(t.p.TypesInfo, last))
}

func (t *route) talks(fn *types.Func) bool {
	_, dials := catalog.Dials[callmatch.Name(fn)]
	kind, receives := catalog.Receives[callmatch.Name(fn)]
	return dials || receives && kind.Blocks || outbound.Of(t.p.Pass).Sends(fn)
}
