package checkthenact

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// askedBefore returns the call that asks for a row which is created where there is none.
func askedBefore(p *check.Pass, fn, create inspector.Cursor, table row) *ast.CallExpr {
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		ask := cur.Node().(*ast.CallExpr)
		as, ok := catalog.RowAsks[callmatch.CalleeName(p.TypesInfo, ask)]
		if !ok || ask.Pos() > create.Node().Pos() || rowOf(p, ask, as).name != table.name || byKey(p, ask) {
			continue
		}
		given := answers(p, cur, ask)
		for c := range fn.Preorder((*ast.IfStmt)(nil)) {
			if test := c.Node().(*ast.IfStmt); leadsTo(p, test, ask, given, create.Node()) {
				return ask
			}
		}
	}
	return nil
}

// byKey reports whether a query asks for a row by its key, of which there cannot be two:
//
//	db.Where("id = ?", 1).First(&settings)
func byKey(p *check.Pass, ask *ast.CallExpr) bool {
	for call := ask; call != nil; {
		for _, arg := range call.Args {
			text := p.TypesInfo.Types[arg].Value
			if text != nil && text.Kind() == constant.String && strings.HasPrefix(strings.ToLower(strings.TrimSpace(constant.StringVal(text))), "id ") {
				return true
			}
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			break
		}
		call, _ = ast.Unparen(sel.X).(*ast.CallExpr)
	}
	return false
}

// answers returns the variables that hold what a query has found, or its error.
func answers(p *check.Pass, cur inspector.Cursor, ask *ast.CallExpr) map[types.Object]bool {
	given := make(map[types.Object]bool)
	for c := range cur.Enclosing((*ast.AssignStmt)(nil)) {
		for _, lhs := range c.Node().(*ast.AssignStmt).Lhs {
			if id, ok := lhs.(*ast.Ident); ok && id.Name != "_" {
				given[p.TypesInfo.ObjectOf(id)] = true
			}
		}
		break
	}
	for call := ask; call != nil; {
		for _, arg := range call.Args {
			if addr, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok && addr.Op == token.AND {
				given[callmatch.Root(p.TypesInfo, addr.X)] = true
			}
		}
		call = following(cur, call)
	}
	delete(given, nil)
	return given
}

// following returns the call of a method of what a call returns: that of Scan, or of Decode.
func following(cur inspector.Cursor, call *ast.CallExpr) *ast.CallExpr {
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		next := c.Node().(*ast.CallExpr)
		if sel, ok := next.Fun.(*ast.SelectorExpr); ok && ast.Unparen(sel.X) == ast.Expr(call) {
			return next
		}
	}
	return nil
}

// leadsTo reports whether an if statement asks whether the query has found something, and control comes to
// an instruction only if it has not.
func leadsTo(p *check.Pass, test *ast.IfStmt, ask *ast.CallExpr, given map[types.Object]bool, create ast.Node) bool {
	if test.Cond.End() < ask.Pos() || test.Pos() > create.Pos() {
		return false
	}
	in := func(n ast.Node) bool { return n != nil && n.Pos() <= create.Pos() && create.End() <= n.End() }
	absent, present := asksFor(p, test.Cond, ask, given)
	switch {
	case absent && in(test.Body):
		return true
	case present && test.Else != nil && in(test.Else):
		return true
	}
	return present && test.End() < create.Pos() && returns(test.Body)
}

// asksFor reports whether a condition holds only where there is no row, or only where there is one.
func asksFor(p *check.Pass, cond ast.Expr, ask *ast.CallExpr, given map[types.Object]bool) (absent, present bool) {
	about := func(e ast.Expr) bool {
		return e.Pos() <= ask.Pos() && ask.End() <= e.End() || mentions(p.TypesInfo, e, given)
	}
	switch cond := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if cond.Op == token.NOT {
			absent, present = asksFor(p, cond.X, ask, given)
			return present, absent
		}
	case *ast.CallExpr:
		return len(cond.Args) == 2 && callmatch.CalleeName(p.TypesInfo, cond) == "errors.Is" && about(cond.Args[0]) && isNotFound(p, cond.Args[1]), false
	case *ast.BinaryExpr:
		if cond.Op == token.LAND || cond.Op == token.LOR {
			a, b := asksFor(p, cond.X, ask, given)
			c, d := asksFor(p, cond.Y, ask, given)
			return a || c, b || d
		}
		return compares(p, cond, about)
	}
	return false, false
}

// compares is asksFor for a comparison of the error, or of a number, with a constant.
func compares(p *check.Pass, cond *ast.BinaryExpr, about func(ast.Expr) bool) (absent, present bool) {
	equal := cond.Op == token.EQL
	if !about(cond.X) || !equal && cond.Op != token.NEQ && cond.Op != token.GTR {
		return false, false
	}
	isErr := callmatch.IsError(p.TypesInfo.TypeOf(cond.X))
	switch value := p.TypesInfo.Types[cond.Y]; {
	case isNotFound(p, cond.Y):
		return equal, !equal
	case isErr && value.IsNil():
		return false, equal
	case value.Value != nil && value.Value.String() == "0":
		return equal, !equal
	}
	return false, false
}

// isNotFound reports whether an expression is the error of a query that has found nothing.
func isNotFound(p *check.Pass, expr ast.Expr) bool {
	v, ok := callmatch.Object(p.TypesInfo, expr).(*types.Var)
	return ok && v.Pkg() != nil && catalog.NotFoundErrors[v.Pkg().Path()+"."+v.Name()]
}

// concurrent reports whether a function gets a request or a context, as those do that serve many callers.
func concurrent(p *check.Pass, decl *ast.FuncDecl) bool {
	for _, param := range decl.Type.Params.List {
		name := callmatch.TypeName(callmatch.Deref(p.TypesInfo.TypeOf(param.Type)))
		if name == "context.Context" || catalog.RequestContexts[name] || name == "net/http.Request" {
			return true
		}
	}
	return false
}
