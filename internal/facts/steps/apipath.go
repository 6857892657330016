package steps

import (
	"go/ast"
	"go/token"
	"go/types"

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
		var paths []string
		for _, e := range clause.List {
			paths = append(paths, w.constant(e))
		}
		w.pathCase(clause, paths)
	}
	w.cond--
	return true
}

// pathCase walks a clause that is taken for some paths of a request.
func (w *walker) pathCase(clause *ast.CaseClause, paths []string) {
	body := w.aside(func() { w.stmts(clause.Body) })
	if len(paths) == 0 || !w.answers(clause.Body) {
		w.out = append(w.out, body...)
		return
	}
	for i, path := range paths {
		w.emit(Step{Kind: Route, What: path, Body: body, At: w.where(clause.List[min(i, len(clause.List)-1)])})
	}
}

// pathBranch returns the paths with which a condition compares that of a request, if
// the branch answers it.
func (w *walker) pathBranch(s *ast.IfStmt) []string {
	if w.foreign || !w.answers(s.Body.List) {
		return nil
	}
	return w.paths(s.Cond)
}

// paths returns the paths with which a condition compares that of a request, or what
// the path begins or ends with.
func (w *walker) paths(cond ast.Expr) []string {
	switch c := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		switch {
		case c.Op == token.LAND || c.Op == token.LOR:
			return append(w.paths(c.X), w.paths(c.Y)...)
		case c.Op == token.EQL && w.path(c.X):
			return w.constants(c.Y)
		case c.Op == token.EQL && w.path(c.Y):
			return w.constants(c.X)
		}
	case *ast.CallExpr:
		if catalog.PathTests[callmatch.CalleeName(w.pass.TypesInfo, c)] && len(c.Args) == 2 && w.path(c.Args[0]) {
			return w.constants(c.Args[1])
		}
	}
	return nil
}

func (w *walker) constants(e ast.Expr) []string {
	if value := w.constant(e); value != "" {
		return []string{value}
	}
	return nil
}

// path reports whether expr is the path of a request, or a variable that holds it.
func (w *walker) path(expr ast.Expr) bool { return w.pathOf(expr, 4) }

func (w *walker) pathOf(expr ast.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch e := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v := varOf(w.pass.TypesInfo, e)
		return v != nil && w.lits[v] != nil && w.pathOf(w.lits[v], depth-1)
	case *ast.SelectorExpr:
		return catalog.RequestPaths[w.key(e)]
	case *ast.CallExpr:
		if w.pass.TypesInfo.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return w.pathOf(e.Args[0], depth-1)
		}
		name := callmatch.CalleeName(w.pass.TypesInfo, e)
		return catalog.RequestPaths[name] || catalog.PathForms[name] && len(e.Args) > 0 && w.pathOf(e.Args[0], depth-1)
	}
	return false
}

// answers reports whether statements write a response, by a function that is known or
// themselves. A middleware that passes some paths on to the next handler does not.
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
	is := func(e ast.Expr) bool { return catalog.ResponseWriters[callmatch.TypeName(w.pass.TypesInfo.TypeOf(e))] }
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

// dispatches returns a use of a request's path in a function by which it may choose
// what answers, other than a comparison with a constant; nil if there is none.
func (w *walker) dispatches(body *ast.BlockStmt) (found ast.Node) {
	var stack []ast.Node
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if _, inner := n.(*ast.FuncLit); inner || found != nil {
			return false
		}
		if e, ok := n.(ast.Expr); ok && w.path(e) && !w.plainUse(e, stack) {
			found = n
			return false
		}
		stack = append(stack, n)
		return true
	})
	return found
}

// plainUse reports whether a path is only compared with constants, shown, changed or
// put into another variable.
func (w *walker) plainUse(e ast.Expr, stack []ast.Node) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		switch p := stack[i].(type) {
		case *ast.ParenExpr:
		case *ast.KeyValueExpr, *ast.CompositeLit, *ast.UnaryExpr: // what it is put into may be shown
			e = p.(ast.Expr)
		case *ast.BinaryExpr:
			if p.Op == token.EQL || p.Op == token.NEQ {
				return w.pass.TypesInfo.Types[p.X].Value != nil || w.pass.TypesInfo.Types[p.Y].Value != nil
			}
		case *ast.SwitchStmt, *ast.CaseClause, *ast.AssignStmt, *ast.ValueSpec, *ast.SelectorExpr:
			return true
		case *ast.CallExpr:
			if w.path(p) {
				e = p
				continue
			}
			return ast.Unparen(p.Fun) == e || w.shows(p)
		case *ast.IndexExpr:
			return !calls(w.pass.TypesInfo.TypeOf(p))
		default:
			return false
		}
	}
	return false
}

// calls reports whether a value is a function or an interface, or has a field that is one: it
// may be what answers.
func calls(t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	if isFunc(t) || types.IsInterface(t) {
		return true
	}
	s, ok := callmatch.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if isFunc(f.Type()) || types.IsInterface(f.Type()) {
			return true
		}
	}
	return false
}

// shows reports whether a call, as far as is known, does not choose by its arguments: it
// compares with a constant, or is a foreign one that returns neither whether nor what.
func (w *walker) shows(call *ast.CallExpr) bool {
	if w.pass.TypesInfo.Types[call.Fun].IsType() {
		return true
	}
	fn := callmatch.Callee(w.pass.TypesInfo, call)
	if fn == nil || fn.Pkg() == nil {
		_, builtin := ast.Unparen(call.Fun).(*ast.Ident)
		return fn == nil && builtin && w.pass.TypesInfo.Types[call.Fun].IsBuiltin()
	}
	if catalog.PathTests[callmatch.Name(fn)] {
		return len(call.Args) == 2 && w.constant(call.Args[1]) != ""
	}
	if w.ours(fn.Pkg().Path()) {
		return false
	}
	for v := range fn.Signature().Results().Variables() {
		b, ok := v.Type().Underlying().(*types.Basic)
		if ok && b.Kind() == types.Bool || isFunc(v.Type()) || handlerType(v.Type()) {
			return false
		}
	}
	return true
}
