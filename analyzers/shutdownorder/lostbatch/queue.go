package lostbatch

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// This file finds workers that return when they are stopped, and leave in the buffer of their queue what a sender
// has accepted:
//
//	func (s *Sender) Enqueue(h Hook) bool {
//		select {
//		case s.queue <- h:
//			return true
//		…
//
//	for {
//		select {
//		case h := <-s.queue:
//			s.deliver(h)
//		case <-ctx.Done():
//			return // what is in s.queue is lost
//		}
//	}

// judgeQueues looks for cases that end the loop while its queue may hold accepted work.
func (b *batcher) judgeQueues() {
	for _, clause := range b.clauses() {
		queue, _ := callmatch.Object(b.p.TypesInfo, received(clause)).(*types.Var)
		if queue == nil || !b.works(clause) {
			continue
		}
		accepted := b.acceptedInto(clause)
		if accepted == nil {
			continue
		}
		for _, other := range b.clauses() {
			for _, exit := range b.exits(other) {
				if other != clause && !b.before(other.Body, exit, queue) {
					b.reportQueue(clause, exit, accepted)
				}
			}
		}
	}
}

// works reports whether a case passes what it receives to a function, which does more than to log it.
func (b *batcher) works(clause *ast.CommClause) bool {
	assign, ok := clause.Comm.(*ast.AssignStmt)
	if !ok {
		return false
	}
	v, ok := callmatch.Object(b.p.TypesInfo, assign.Lhs[0]).(*types.Var)
	if !ok || callmatch.IsEmpty(b.p.TypesInfo.TypeOf(received(clause))) || callmatch.TypeName(v.Type()) == "time.Time" {
		return false
	}
	found := false
	for _, stmt := range clause.Body {
		ast.Inspect(stmt, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok && !b.logs(call) && !b.p.TypesInfo.Types[call.Fun].IsBuiltin() {
				found = found || slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return b.uses(arg, v) })
			}
			return !found
		})
	}
	return found
}

// acceptedInto returns the statement that says of what has been sent to the queue of a case that it is accepted;
// nil where there is none, where the queue has no buffer, or where other code receives from it or closes it.
func (b *batcher) acceptedInto(clause *ast.CommClause) ast.Node {
	for _, c := range ssaflow.Of(b.p.Pass).Channels() {
		if !slices.ContainsFunc(c.Receives, func(op ssaflow.Op) bool { return b.ofCase(op, clause) }) {
			continue
		}
		if c.Foreign && !c.Sealed || c.OutReceives || len(c.Closes)+len(c.Ranges) > 0 || !slices.ContainsFunc(c.Makes, buffered) ||
			slices.ContainsFunc(c.Receives, func(op ssaflow.Op) bool { return !b.ofCase(op, clause) }) {
			return nil
		}
		for _, send := range c.Sends {
			if at := accepts(b.p, send); at != nil {
				return at
			}
		}
		return nil
	}
	return nil
}

// ofCase reports whether an operation is the receive of a case of the select.
func (b *batcher) ofCase(op ssaflow.Op, clause *ast.CommClause) bool {
	sel, ok := op.Instr.(*ssa.Select)
	return ok && sel.Pos() == b.sel.Pos() && clause.Pos() <= sel.States[op.State].Pos && sel.States[op.State].Pos < clause.Colon
}

func buffered(made ssa.Value) bool {
	ch, ok := made.(*ssa.MakeChan)
	if !ok {
		return false
	}
	size, isConst := ch.Size.(*ssa.Const)
	return !isConst || constant.Sign(size.Value) > 0
}

// accepts returns the return statement that follows a send, where it says that the send has succeeded: with true,
// or with no error.
func accepts(p *check.Pass, send ssaflow.Op) ast.Node {
	pos := send.Instr.Pos()
	if sel, ok := send.Instr.(*ssa.Select); ok {
		pos = sel.States[send.State].Pos
	}
	cur, ok := p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(pos, pos)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.CommClause)(nil), (*ast.SendStmt)(nil)) {
		if clause, ok := c.Node().(*ast.CommClause); ok {
			if len(clause.Body) > 0 {
				return success(p, clause.Body[len(clause.Body)-1])
			}
			continue
		}
		if _, inCase := c.Parent().Node().(*ast.CommClause); inCase {
			continue
		}
		if next, ok := c.NextSibling(); ok {
			return success(p, next.Node())
		}
		return nil
	}
	return nil
}

// success returns a return statement whose last result is true, or no error.
func success(p *check.Pass, n ast.Node) ast.Node {
	ret, ok := n.(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return nil
	}
	last := p.TypesInfo.Types[ret.Results[len(ret.Results)-1]]
	isTrue := last.Value != nil && last.Value.Kind() == constant.Bool && constant.BoolVal(last.Value)
	if !isTrue && !last.IsNil() {
		return nil
	}
	return ret
}

func (b *batcher) reportQueue(clause *ast.CommClause, exit ast.Stmt, accepted ast.Node) {
	queue := b.p.Source(received(clause))
	if at, wanted := b.p.Wanted(exit); wanted {
		b.p.Safe(exit, queue, verdict.Wanted, at)
		return
	}
	b.p.Report(check.Finding{
		At: exit,
		Message: fmt.Sprintf("what %s still holds is lost: the loop ends here without draining it, and its sender has reported that it is accepted (%s)",
			queue, b.p.Where(accepted.Pos(), exit.Pos())),
		Trace: []check.Hop{{Pos: accepted.Pos(), Message: "accepted here"}},
		Fix:   b.fixQueue(clause, exit),
	})
}

// fixQueue drains the queue before the loop ends, where its case is one statement that gets no context: the one that
// ends the loop has ended.
func (b *batcher) fixQueue(clause *ast.CommClause, exit ast.Stmt) *edit.Fix {
	if _, returns := exit.(*ast.ReturnStmt); !returns || len(clause.Body) != 1 {
		return nil
	}
	call, ok := clause.Body[0].(*ast.ExprStmt)
	e := b.p.Edit(exit.Pos())
	if !ok || !e.SameLine(call.Pos(), call.End()) || slices.ContainsFunc(call.X.(*ast.CallExpr).Args, func(arg ast.Expr) bool { return ctxscope.IsContext(b.p.TypesInfo.TypeOf(arg)) }) {
		return nil
	}
	lines := []string{"for {", "\tselect {", "\tcase " + b.p.Source(clause.Comm) + ":", "\t\t" + b.p.Source(call), "\tdefault:", "\t\t" + b.p.Source(exit), "\t}", "}"}
	e.Replace(exit.Pos(), exit.End(), syntax.Lines(e.Indent(exit.Pos()), lines...))
	return e.Fix("Drain "+b.p.Source(received(clause))+" before the loop ends", "the loop ends later, and does what has been accepted")
}
