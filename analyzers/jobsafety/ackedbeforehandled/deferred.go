package ackedbeforehandled

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// checkDeferred handles an acknowledgement that is deferred, and so confirms what has failed:
//
//	defer d.Ack()
//	…
//	return c.ledger.Book(ctx, invoice)
//
// Safe where the branch of the error does something with the message.
func checkDeferred(p *check.Pass, cur inspector.Cursor, v *types.Var) {
	stmt, ok := always(cur, v)
	if !ok {
		return
	}
	if outer, ok := bySetting(p, stmt); ok {
		stmt = outer
	}
	h := newHandling(p, v)
	if at, _, found := h.before(stmt); found {
		p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Handled, at)
		return
	}
	later, at, what := h.after(stmt)
	if what == "" || !failsAt(p, later) {
		return
	}
	if branch := errorBranch(later); branch != nil && h.keeps(branch) {
		p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Handled, branch.Pos())
		return
	}
	if pos, ok := p.Wanted(stmt.Node()); ok {
		p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Wanted, pos)
		return
	}
	with := "with an error"
	if drops(p, later) {
		with = "and drops its error"
	}
	p.Report(check.Finding{
		At:      cur.Node(),
		Message: fmt.Sprintf("message is lost when handling fails: the deferred %s acknowledges %s also when %s %s at %s", p.Source(cur.Node().(*ast.CallExpr).Fun), v.Name(), what, with, p.Where(at, cur.Node().Pos())),
		Trace:   []check.Hop{{Pos: at, Message: "handled here, before the acknowledgement and whatever comes of it"}},
	})
}

// always returns the defer statement that calls what is at cur whenever the function returns:
// itself, or in a literal on each path. One in a branch that depends on a setting alone is one of
// each message.
func always(cur inspector.Cursor, v *types.Var) (inspector.Cursor, bool) {
	for c := range cur.Enclosing((*ast.DeferStmt)(nil), (*ast.FuncDecl)(nil), (*ast.IfStmt)(nil), (*ast.SwitchStmt)(nil), (*ast.CaseClause)(nil), (*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.GoStmt)(nil), (*ast.SelectStmt)(nil)) {
		stmt, ok := c.Node().(*ast.DeferStmt)
		if ok && v.Pos() < stmt.Pos() && (ast.Unparen(stmt.Call) == cur.Node() || !returnsBefore(stmt, cur)) {
			return c, true
		}
		if cond, ok := c.Node().(*ast.IfStmt); !ok || cond.Init == nil || cur.Node().Pos() > cond.Init.End() {
			break
		}
	}
	return cur, false
}

// returnsBefore reports whether a deferred literal may return before it acknowledges.
func returnsBefore(stmt *ast.DeferStmt, cur inspector.Cursor) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		found = found || ok && ret.End() < cur.Node().Pos()
		return !found
	})
	return found
}

// failsAt reports whether a function leaves with the error of a statement, or tests it.
func failsAt(p *check.Pass, later inspector.Cursor) bool {
	if ret, ok := later.Node().(*ast.ReturnStmt); ok {
		for _, result := range ret.Results {
			if call, ok := ast.Unparen(result).(*ast.CallExpr); ok && callmatch.CanFail(callSignature(p, call)) {
				return true
			}
		}
		return false
	}
	return errorBranch(later) != nil || drops(p, later)
}

func callSignature(p *check.Pass, call *ast.CallExpr) *types.Signature {
	if sig, ok := p.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature); ok {
		return sig
	}
	return new(types.Signature)
}

// errorBranch returns what a function does when a statement has failed: the body of the if
// statement that it is, or that comes after it.
func errorBranch(later inspector.Cursor) *ast.BlockStmt {
	if cond, ok := later.Node().(*ast.IfStmt); ok && cond.Init != nil {
		return cond.Body
	}
	if _, ok := later.Node().(*ast.AssignStmt); !ok {
		return nil
	}
	if next, ok := later.NextSibling(); ok {
		if cond, ok := next.Node().(*ast.IfStmt); ok && cond.Init == nil && astindex.Jumps(cond.Body) {
			return cond.Body
		}
	}
	return nil
}

// keeps reports whether a branch does something with the message: it settles or stores it.
func (h *handling) keeps(branch *ast.BlockStmt) bool {
	found := false
	ast.Inspect(branch, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			_, worked := h.call(n)
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			found = found || worked || ok && h.mentions(sel.X) && callmatch.CanFail(callSignature(h.p, n))
		case *ast.SendStmt:
			found = found || h.mentions(n.Value)
		}
		return !found
	})
	return found
}
