package ackedbeforehandled

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// checkPosition handles a position that is stored before what is at it has been handled:
//
//	for _, e := range events {
//		err := p.save(ctx, e.Position)
//		…
//		err = p.reduce(ctx, e) // e is skipped by the next run when this fails
//
// Safe is an event that something has handled before, and where both are of one transaction.
func checkPosition(p *check.Pass, cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	part := positionOf(p, call)
	if part == nil {
		return
	}
	stmt, inList := astindex.Statement(cur)
	if _, deferred := stmt.Node().(*ast.DeferStmt); !inList || deferred || fixes.InLiteral(cur, stmt) {
		return
	}
	v := p.TypesInfo.Uses[part.X.(*ast.Ident)]
	h := newHandling(p, v)
	if at, _, found := h.before(stmt); found {
		p.Safe(call, p.Source(call.Fun), verdict.Handled, at)
		return
	}
	later, handler := wholeAfter(h, stmt, v)
	if handler == nil {
		return
	}
	if tx := transactional(p, call); tx != nil {
		p.Safe(call, p.Source(call.Fun), verdict.Handled, tx.Pos())
		return
	}
	if pos, ok := p.Wanted(stmt.Node()); ok {
		p.Safe(call, p.Source(call.Fun), verdict.Wanted, pos)
		return
	}
	f := check.Finding{
		At: call,
		Message: fmt.Sprintf("%s is skipped when handling fails or the process exits: %s stores %s before %s handles it at %s",
			v.Name(), p.Source(call.Fun), p.Source(part), p.Source(handler.Fun), p.Where(handler.Pos(), call.Pos())),
		Trace: []check.Hop{{Pos: handler.Pos(), Message: "handled here, when the position is stored"}},
	}
	if _, calls := later.Node().(*ast.IfStmt); calls {
		f.Fix = fixes.FixSent(p, stmt, later, "the position")
	}
	p.Report(f)
}

// positionOf returns the position in a log that a call stores: a field of a variable, and nothing else of
// that.
func positionOf(p *check.Pass, call *ast.CallExpr) *ast.SelectorExpr {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || !callmatch.CanFail(fn.Signature()) || !slices.ContainsFunc(catalog.Words(fn.Name()), func(w string) bool { return catalog.CheckpointWords[w] }) {
		return nil
	}
	for _, arg := range call.Args {
		sel, ok := ast.Unparen(arg).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		words := catalog.Words(sel.Sel.Name)
		id, isVar := sel.X.(*ast.Ident)
		if isVar && catalog.PositionWords[words[len(words)-1]] {
			if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok && v.Kind() != types.PackageVar {
				return sel
			}
		}
	}
	return nil
}

// wholeAfter returns the call after a statement that is passed all of what is in a variable, and can fail.
func wholeAfter(h *handling, stmt inspector.Cursor, v types.Object) (later inspector.Cursor, call *ast.CallExpr) {
	for next, ok := stmt.NextSibling(); ok; next, ok = next.NextSibling() {
		for c := range next.Preorder((*ast.CallExpr)(nil)) {
			n := c.Node().(*ast.CallExpr)
			if !fixes.InLiteral(c, next) && h.works(n) && slices.ContainsFunc(n.Args, func(arg ast.Expr) bool { return isVar(h.p, arg, v) }) {
				return next, n
			}
		}
	}
	return stmt, nil
}

func isVar(p *check.Pass, expr ast.Expr, v types.Object) bool {
	if amp, ok := ast.Unparen(expr).(*ast.UnaryExpr); ok {
		expr = amp.X
	}
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && p.TypesInfo.Uses[id] == v
}

// transactional returns the transaction that a call is passed, or made on; nil if there is none.
func transactional(p *check.Pass, call *ast.CallExpr) ast.Expr {
	of := slices.Clone(call.Args)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		of = append(of, sel.X)
	}
	for _, expr := range of {
		if t := p.TypesInfo.TypeOf(expr); t != nil && p.TypesInfo.Types[expr].IsValue() && hasMethod(t, "Commit") && hasMethod(t, "Rollback") {
			return expr
		}
	}
	return nil
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}
