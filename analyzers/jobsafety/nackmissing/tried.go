package nackmissing

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/delivery"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// tried notes that stmt keeps the error of a function that settles the message, or
// puts it aside, only when it returns none: then the test of the error says how far that is.
func (w *walk) tried(stmt ast.Stmt, done settled) (settled, bool) {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return done, false
	}
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	id, isIdent := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident)
	if !ok || !isIdent || id.Name == "_" || !w.unlessError(call, 2) && !w.putAside(call) {
		return done, false
	}
	w.failed[w.p.TypesInfo.ObjectOf(id)] = done
	return join(done, always), true
}

// outcome returns how far the message is settled on both branches of a test of such an
// error.
func (w *walk) outcome(cond ast.Expr, done settled) (then, otherwise settled) {
	test, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || !w.p.TypesInfo.Types[test.Y].IsNil() {
		return done, done
	}
	id, ok := ast.Unparen(test.X).(*ast.Ident)
	if !ok {
		return done, done
	}
	before, ok := w.failed[w.p.TypesInfo.Uses[id]]
	switch {
	case ok && test.Op == token.NEQ:
		return before, always
	case ok && test.Op == token.EQL:
		return always, before
	}
	return done, done
}

func (w *walk) mentionsFailed(expr ast.Expr) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			_, failed := w.failed[w.p.TypesInfo.Uses[id]]
			found = found || failed
		}
		return !found
	})
	return found
}

// unlessError reports whether call passes the message to a function of the package that
// settles it, except on paths on which it returns an error.
func (w *walk) unlessError(call *ast.CallExpr, left int) bool {
	i := slices.IndexFunc(call.Args, func(arg ast.Expr) bool { return w.is(delivery.Pointee(arg)) })
	param, decl := w.callee(call, i)
	if param == nil || left < 0 || decl.Type.Results == nil {
		return false
	}
	inner := newWalk(w.p, param, walk{list: decl.Body.List, around: decl.Body})
	if inner == nil || !inner.settlesDirectly(left) || inner.settlesFailed() {
		return false
	}
	inner.block(inner.list, never)
	for _, l := range inner.leaks {
		ret, ok := l.stmt.(*ast.ReturnStmt)
		if !ok || l.done != never || len(ret.Results) == 0 || !inner.isError(ret.Results[len(ret.Results)-1]) {
			return false
		}
	}
	return !inner.giveUp && len(inner.leaks) > 0
}

// putAside reports whether call is passed the message together with the error of handling
// it. Where there is no nack, such a call moves a message to where failed ones are kept.
func (w *walk) putAside(call *ast.CallExpr) bool {
	fn := callmatch.Callee(w.p.TypesInfo, call)
	return w.how.Covers && (fn == nil || fn.Pkg() == nil || !catalog.Printers[fn.Pkg().Path()]) &&
		slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return w.is(delivery.Pointee(arg)) }) &&
		slices.ContainsFunc(call.Args, w.isError)
}
