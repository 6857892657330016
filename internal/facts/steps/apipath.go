package steps

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A handler may do without a router, and compare the path of the request itself.

// pathSwitch walks a switch over the path of a request; it reports whether s is
// one.
func (w *walker) pathSwitch(s *ast.SwitchStmt) bool {
	if w.foreign || s.Tag == nil || !w.path(s.Tag) {
		return false
	}
	w.cond++
	for _, c := range s.Body.List {
		clause := c.(*ast.CaseClause)
		body := w.aside(func() { w.stmts(clause.Body) })
		if !w.answers(clause.Body) {
			w.out = append(w.out, body...)
			continue
		}
		for _, e := range clause.List {
			w.emit(Step{Kind: Route, What: w.constant(e), Body: body, At: w.where(e)})
		}
		if clause.List == nil {
			w.out = append(w.out, body...)
		}
	}
	w.cond--
	return true
}

// pathBranch returns the path with which a condition compares that of a request, if
// the branch answers it.
func (w *walker) pathBranch(s *ast.IfStmt) string {
	c, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || c.Op != token.EQL || w.foreign || !w.path(c.X) || !w.answers(s.Body.List) {
		return ""
	}
	return w.constant(c.Y)
}

// path reports whether expr is the path of a request, or a variable that holds it.
func (w *walker) path(expr ast.Expr) bool {
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		if v := varOf(w.pass.TypesInfo, id); v != nil && w.lits[v] != nil {
			expr = w.lits[v]
		}
	}
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	return ok && catalog.RequestPaths[w.key(sel)]
}

// answers reports whether statements write a response, by a function that is known
// or themselves. A middleware does not that hands some paths on to the next handler.
func (w *walker) answers(list []ast.Stmt) bool {
	writes, passes := false, false
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !w.writer(call) {
				return true
			}
			if fn := callmatch.Callee(w.pass.TypesInfo, call); fn == nil || fn.Name() == "ServeHTTP" {
				passes = true
			}
			writes = true
			return true
		})
	}
	return writes && !passes
}

// writer reports whether a call is made on, or given, what a response is written to.
func (w *walker) writer(call *ast.CallExpr) bool {
	is := func(e ast.Expr) bool {
		return callmatch.TypeName(w.pass.TypesInfo.TypeOf(e)) == "net/http.ResponseWriter"
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && is(sel.X) {
		return true
	}
	for _, a := range call.Args {
		if is(a) {
			return true
		}
	}
	return false
}

// serverHandler is what a server's field has for a handler. What a function does
// with a path is hidden unless it is seen; a router's paths are where they are
// registered.
func (w *walker) serverHandler(h ast.Expr) {
	if w.foreign || !isFunc(w.pass.TypesInfo.TypeOf(h)) {
		return
	}
	w.emit(Step{Kind: Route, Body: w.handlerSteps(h), At: w.where(h)})
}
