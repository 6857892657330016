package sentbeforedispatch

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportNamed reports records that a function of the program stores as done, as its name says,
// before the call that delivers the same record:
//
//	if err := d.store.MarkSent(ctx, n.ID); err != nil { return err }
//	return d.channel.Deliver(ctx, n)
func reportNamed(p *check.Pass, in *inspector.Inspector) {
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		state := marks(p, call)
		if state == "" || p.Quiet(call.Pos()) || inTransaction(p.TypesInfo, call) || withinTransaction(p, cur) {
			continue
		}
		stmt, ok := astindex.Statement(cur)
		if !ok || fixes.InLiteral(cur, stmt) {
			continue
		}
		later, send := deliveryAfter(p, stmt, roots(p, call), catalog.DeliveredStates[state])
		if send == nil {
			continue
		}
		if pos, ok := p.Wanted(stmt.Node()); ok {
			p.Safe(call, p.Source(call.Fun), verdict.Wanted, pos)
			continue
		}
		if takenBack(p, later, call) {
			p.Safe(call, p.Source(call.Fun), verdict.Handled, later.Node().Pos())
			continue
		}
		p.Report(check.Finding{
			At: call,
			Message: fmt.Sprintf("work is lost without an error when %s (%s) fails or the process exits before it: %s has already stored it as %s",
				p.Source(send.Fun), p.Where(send.Pos(), call.Pos()), p.Source(call.Fun), state),
			Trace: []check.Hop{{Pos: send.Pos(), Message: "sent here, after it is stored as " + state}},
			Fix:   fixes.FixSent(p, stmt, later, state),
		})
	}
}

// marks returns the state that a call stores, as its name or an argument says: MarkSent(ctx, id),
// UpdateStatus(ctx, id, "sent"); "" if it stores none that means that the work is done.
func marks(p *check.Pass, call *ast.CallExpr) string {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || !callmatch.CanFail(fn.Signature()) || callmatch.Foreign(p.Pass, fn) {
		return ""
	}
	words := catalog.Words(fn.Name())
	if !catalog.MarkWords[words[0]] {
		return ""
	}
	for _, w := range words[1:] {
		if catalog.DoneStates[w] {
			return w
		}
	}
	if !slices.ContainsFunc(words, func(w string) bool { return w == "status" || w == "state" }) {
		return ""
	}
	for _, arg := range call.Args {
		if tv := p.TypesInfo.Types[arg]; tv.Value != nil && tv.Value.Kind() == constant.String {
			if state := strings.ToLower(constant.StringVal(tv.Value)); catalog.DoneStates[state] {
				return state
			}
		}
	}
	return ""
}

// roots returns the variables that the arguments of a call are made from, and what its method is
// called on; contexts and what holds the store apart.
func roots(p *check.Pass, call *ast.CallExpr) map[types.Object]bool {
	list := make(map[types.Object]bool)
	for _, arg := range call.Args {
		ast.Inspect(arg, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if v, isVar := p.TypesInfo.Uses[id].(*types.Var); ok && isVar && !v.IsField() && callmatch.TypeName(v.Type()) != "context.Context" {
				list[v] = true
			}
			return true
		})
	}
	return list
}

// deliveryAfter returns the first statement after stmt that delivers a record, or where made is set something
// made of it, and the call that does. What is made of a record that is done may be a notice of that.
func deliveryAfter(p *check.Pass, stmt inspector.Cursor, record map[types.Object]bool, made bool) (inspector.Cursor, *ast.CallExpr) {
	sends := outbound.Of(p.Pass)
	for next, ok := stmt.NextSibling(); ok; next, ok = next.NextSibling() {
		if made {
			derive(p, next.Node(), record)
		}
		for c := range next.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			fn := callmatch.Callee(p.TypesInfo, call)
			if fn == nil || !callmatch.CanFail(fn.Signature()) || fixes.InLiteral(c, next) || !shares(roots(p, call), record) {
				continue
			}
			if sends.Sends(fn) || catalog.DeliverWords[catalog.Words(fn.Name())[0]] && !callmatch.Foreign(p.Pass, fn) {
				return next, call
			}
		}
		if _, ok := next.Node().(*ast.ReturnStmt); ok {
			break
		}
	}
	return stmt, nil
}

func shares(x, y map[types.Object]bool) bool {
	for v := range x {
		if y[v] {
			return true
		}
	}
	return false
}

// takenBack reports whether the function stores another state, in or after the statement that
// delivers or in a deferred call.
func takenBack(p *check.Pass, later inspector.Cursor, mark *ast.CallExpr) bool {
	fn, ok := astindex.FuncAround(later)
	if !ok {
		return false
	}
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		callee := callmatch.Callee(p.TypesInfo, call)
		if callee == nil || call == mark || call.Pos() < later.Node().Pos() && !deferred(c) {
			continue
		}
		if word := catalog.Words(callee.Name())[0]; catalog.MarkWords[word] || catalog.TakeBackWords[word] {
			return true
		}
	}
	return false
}

// withinTransaction reports whether a call is in a literal that a function of a transaction runs.
func withinTransaction(p *check.Pass, cur inspector.Cursor) bool {
	for lit := range cur.Enclosing((*ast.FuncLit)(nil)) {
		call, ok := lit.Parent().Node().(*ast.CallExpr)
		if !ok {
			continue
		}
		for _, w := range catalog.Words(callmatch.CalleeName(p.TypesInfo, call)) {
			if strings.Contains(w, "tx") || strings.Contains(w, "transact") || strings.Contains(w, "atomic") {
				return true
			}
		}
	}
	return false
}
