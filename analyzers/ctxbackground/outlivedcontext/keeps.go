package outlivedcontext

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// keepsEnded reports a context that is put into a value which leaves the function, and that
// a deferred cancel ends when the function returns.
//
//	ctx, cancel := context.WithTimeout(context.Background(), timeout)
//	defer cancel()
//	return &Publisher{ctx: ctx}
func keepsEnded(p *check.Pass, cur inspector.Cursor, kept map[ast.Node]bool) {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return
	}
	lit := cur.Node().(*ast.CompositeLit)
	for i, elt := range lit.Elts {
		key, value := "", elt
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			key, value = p.Source(kv.Key), kv.Value
		} else if t, ok := p.TypesInfo.TypeOf(lit).Underlying().(*types.Struct); ok && i < t.NumFields() {
			key = t.Field(i).Name()
		}
		if !ctxscope.IsContext(p.TypesInfo.TypeOf(value)) {
			continue
		}
		if d := destinationOf(p, fn, cur); d != nil {
			reportKept(p, fn, syntax.CursorAt(cur, value), key, d, kept)
		}
	}
}

// assignsEnded reports the same where a field is set after the literal, of what is
// returned, or of what has been there before.
//
//	c.ctx = ctx
//	return c
func assignsEnded(p *check.Pass, cur inspector.Cursor, kept map[ast.Node]bool) {
	assign := cur.Node().(*ast.AssignStmt)
	fn, ok := astindex.FuncAround(cur)
	if !ok || len(assign.Lhs) != len(assign.Rhs) {
		return
	}
	for i, lhs := range assign.Lhs {
		if !ctxscope.IsContext(p.TypesInfo.TypeOf(assign.Rhs[i])) || assignedAgain(p, fn, assign, lhs) {
			continue
		}
		if d := destinationOf(p, fn, syntax.CursorAt(cur, assign.Rhs[i])); d != nil {
			reportKept(p, fn, syntax.CursorAt(cur, assign.Rhs[i]), p.Source(lhs), d, kept)
		}
	}
}

// handsToKeeper reports a context that is given to a function of the package which puts it
// into its result or its receiver, where that leaves the function.
//
//	return newPublisher(ctx)
func handsToKeeper(p *check.Pass, cur inspector.Cursor, kept map[ast.Node]bool) {
	call := cur.Node().(*ast.CallExpr)
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return
	}
	for i, arg := range call.Args {
		if !ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) {
			continue
		}
		if d := keeperOf(p, fn, cur, i); d != nil {
			reportKept(p, fn, syntax.CursorAt(cur, arg), "the context of "+p.Name(call.Fun), d, kept)
		}
	}
}

// reportKept reports that what key names keeps the context at cur, if that ends when fn
// returns. A context of a request counts where the value goes to another goroutine.
func reportKept(p *check.Pass, fn, cur inspector.Cursor, key string, d *destination, kept map[ast.Node]bool) {
	value := cur.Node().(ast.Expr)
	end := endsBehind(p, fn, cur)
	if end == nil || !end.deferred && d.way != sent || kept[value] {
		return
	}
	kept[value] = true
	if pos, ok := intent.Wanted(p, cur); ok {
		p.Safe(value, p.Source(value), verdict.Wanted, pos)
		return
	}
	if pos := waitsBehind(p, end.fn, cur, end.pos); d.way == sent && pos.IsValid() {
		p.Safe(value, p.Source(value), verdict.Joined, pos)
		return
	}
	if d.field != nil && !usedElsewhere(p, fn, d.field) {
		p.Safe(value, p.Source(value), verdict.Private, d.field.Pos())
		return
	}
	var doubts []check.Doubt
	if d.way == stored && !hasDeadline(p, cur) {
		doubts = append(doubts, check.Doubting(verdict.MayWait, end.pos))
	}
	if !end.deferred && !answers(p, end.fn) {
		doubts = append(doubts, check.Doubting(verdict.HandedIn, end.pos))
	}
	p.Report(check.Finding{
		At: value,
		Message: fmt.Sprintf("every later call with %s fails: it keeps %s, which is canceled when %s",
			key, p.Source(value), end.how),
		Trace:  []check.Hop{{Pos: end.pos, Message: "the context is canceled here, when the function returns"}},
		Doubts: doubts,
		Fix:    fixWithoutCancel(p, value),
	})
}

// returnsContext reports a context that is returned by the function whose deferred cancel
// ends it.
func returnsContext(p *check.Pass, cur inspector.Cursor) {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return
	}
	for _, result := range cur.Node().(*ast.ReturnStmt).Results {
		if !ctxscope.IsContext(p.TypesInfo.TypeOf(result)) {
			continue
		}
		end := endsBehind(p, fn, syntax.CursorAt(cur, result))
		if end == nil || !end.deferred {
			continue
		}
		p.Report(check.Finding{
			At:      result,
			Message: fmt.Sprintf("every call with the context that is returned fails: %s is canceled when %s", p.Source(result), end.how),
			Trace:   []check.Hop{{Pos: end.pos, Message: "the context is canceled here, when the function returns"}},
			Fix:     fixWithoutCancel(p, result),
		})
	}
}

// returnsLiteral reports a function literal that is returned, and that works with a context
// which a deferred cancel has ended by the time it is called.
//
//	return func(q string) error { return db.PingContext(ctx) }
func returnsLiteral(p *check.Pass, cur inspector.Cursor) {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return
	}
	for _, result := range cur.Node().(*ast.ReturnStmt).Results {
		lit, ok := ast.Unparen(result).(*ast.FuncLit)
		if !ok || asksForEnd(p, lit.Body) {
			continue
		}
		for call := range syntax.CursorAt(cur, lit).Preorder((*ast.CallExpr)(nil)) {
			if reportsUse(p, fn, call) {
				break
			}
		}
	}
}

// reportsUse reports the context of a call in a literal that fn returns, if it has ended.
func reportsUse(p *check.Pass, fn, call inspector.Cursor) bool {
	expr := call.Node().(*ast.CallExpr)
	for i, arg := range expr.Args {
		if !ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) || ctxflow.MakesContext(p, expr) || ctxuse.Of(p.Pass).IdleCall(expr, i) {
			continue
		}
		end := endsBehind(p, fn, syntax.CursorAt(call, arg))
		if end == nil || !end.deferred {
			continue
		}
		p.Report(check.Finding{
			At: arg,
			Message: fmt.Sprintf("%s, in the function that is returned, fails: %s is canceled when %s",
				p.Name(expr.Fun), p.Source(arg), end.how),
			Trace: []check.Hop{{Pos: end.pos, Message: "the context is canceled here, when the function returns"}},
			Fix:   fixWithoutCancel(p, arg),
		})
		return true
	}
	return false
}

// waitsBehind returns where fn waits for something after cur: behind it, or in a call that is deferred after end and
// runs before what ends the context.
func waitsBehind(p *check.Pass, fn, cur inspector.Cursor, end token.Pos) token.Pos {
	for other := range fn.Preorder((*ast.UnaryExpr)(nil), (*ast.SelectStmt)(nil), (*ast.RangeStmt)(nil), (*ast.CallExpr)(nil)) {
		_, deferred := other.Parent().Node().(*ast.DeferStmt)
		behind := other.Node().Pos() > cur.Node().End() || deferred && other.Node().Pos() > end
		if behind && waitsAt(p, other.Node()) && !otherCase(cur, other) {
			return other.Node().Pos()
		}
	}
	return token.NoPos
}

// otherCase reports whether a node is in another case of a select than cur, of which one runs.
func otherCase(cur, other inspector.Cursor) bool {
	for clause := range cur.Enclosing((*ast.CommClause)(nil)) {
		within := func(n ast.Node) bool { return n.Pos() <= other.Node().Pos() && other.Node().Pos() < n.End() }
		if within(clause.Parent().Node()) && !within(clause.Node()) {
			return true
		}
	}
	return false
}

// hasDeadline reports whether the context at cur has a deadline, which is not made for what
// runs until the program stops.
func hasDeadline(p *check.Pass, cur inspector.Cursor) bool {
	r := &ctxend.Region{P: p, Scope: astindex.DeclAround(cur), Ctx: cur.Node().(ast.Expr)}
	call, ok := r.Value(cur.Node().(ast.Expr)).(*ast.CallExpr)
	return ok && endKind(p, call) == "deadline"
}
