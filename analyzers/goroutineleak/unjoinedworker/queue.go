package unjoinedworker

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// This file finds workers that are stopped by closing their queue, in a program that exits then:
//
//	go a.worker() // for job := range a.jobs { a.store.Save(job) }
//	…
//	close(a.jobs)
//	return // what is left in a.jobs is dropped

// A queueWorker is a goroutine that works through a channel until the function that started it
// closes that.
type queueWorker struct {
	close ssa.CallInstruction
	work  *lifetime.LostCall
}

// queueOf returns what a goroutine works through, nil where it signals that it has finished, or
// neither stores nor sends what it receives.
func queueOf(p *check.Pass, s ssaflow.Start) *queueWorker {
	flow := ssaflow.Of(p.Pass)
	fn := s.Instr.Parent()
	if !s.Complete || len(s.Bodies) != 1 || !endsProcess(p, fn) {
		return nil
	}
	for instr := range ssaflow.Instrs(s.Bodies[0]) {
		receive, ok := instr.(*ssa.UnOp)
		if !ok || receive.Op != token.ARROW || !receive.CommaOk || !ssaflow.Reaches(receive.Block(), receive.Block()) {
			continue
		}
		class := flow.Class(receive.X)
		if class == nil || !slices.ContainsFunc(class.Makes, buffered) {
			continue // what is sent has been received
		}
		for _, op := range class.Closes {
			call, ok := op.Instr.(ssa.CallInstruction)
			if !ok || op.Fn() != fn || waitsAfter(call) || worker.Tells(flow, s.Bodies[0]) {
				continue
			}
			if work := lostIn(p, s.Bodies); work != nil {
				return &queueWorker{call, work}
			}
		}
	}
	return nil
}

func buffered(ch ssa.Value) bool {
	mk, ok := ch.(*ssa.MakeChan)
	if !ok {
		return false
	}
	size, known := mk.Size.(*ssa.Const)
	return !known || size.Int64() > 0
}

// waitsAfter reports whether the function pauses or waits for something after a call or a send that it
// makes, or before it makes one that is deferred: the worker has that time.
func waitsAfter(call ssa.Instruction) bool {
	if _, deferred := call.(*ssa.Defer); deferred {
		return false
	}
	after := false
	for _, b := range call.Parent().Blocks {
		for i, instr := range b.Instrs {
			later := b == call.Block() && i > slices.Index(b.Instrs, call) || ssaflow.Reaches(call.Block(), b)
			after = after || later && pauses(instr)
		}
	}
	return after
}

func reportQueue(p *check.Pass, s ssaflow.Start, q *queueWorker) {
	cur, ok := ssainstr.CursorAt(p, s.Instr.Pos())
	if !ok {
		return
	}
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		stmt := c.Node().(*ast.GoStmt)
		p.Report(check.Finding{
			At: stmt.Call.Fun,
			Message: fmt.Sprintf("what is left in %s is lost: %s returns after the close at %s, and nothing waits for %s",
				q.name(p), s.Instr.Parent().Name(), p.Where(q.close.Pos(), stmt.Pos()), workerName(p, c)),
			Trace: []check.Hop{
				{Pos: q.close.Pos(), Message: "closed here, which ends the goroutine when it has received what is left"},
				{Pos: q.work.At, Message: "may still be running here, or not have begun, when the program ends"},
			},
			Fix: fixWait(p, c, q.close.Pos(), "close"),
		})
		return
	}
}

// name returns what the program closes, as it is written there.
func (q *queueWorker) name(p *check.Pass) string {
	if cur, ok := ssainstr.CursorAt(p, q.close.Pos()); ok {
		for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
			return p.Source(c.Node().(*ast.CallExpr).Args[0])
		}
	}
	return "the channel"
}

// fixWait counts the worker in a group, for which the function waits after the close or the signal at a
// place, which what names:
//
//	var workers sync.WaitGroup
//	workers.Go(a.worker)
//	…
//	close(a.jobs)
//	_ = lifecycle.Within(10*time.Second, workers.Wait)
func fixWait(p *check.Pass, cur inspector.Cursor, pos token.Pos, what string) *edit.Fix {
	start, at := cur.Node().(*ast.GoStmt), outside(cur)
	decl := enclosingDecl(cur)
	if decl == nil || !waitgroup.Steady(p, start) || !goversion.AtLeast(p.Version(start.Pos()), "go1.25") {
		return nil
	}
	stmt := stmtAt(decl.Body, pos)
	if stmt == nil || stmt.Pos() < at.End() || !slices.Contains(decl.Body.List, at) {
		return nil
	}
	group := groupName(p, cur)
	e := p.Edit(start.Pos())
	wait := waitCall(p, e, decl, group)
	e.Before(at, "var "+group+" "+e.Import(at.Pos(), "sync", "sync")+".WaitGroup")
	runBy(p, e, start, group+".Go(func() ")
	e.After(stmt, "_ = "+wait)
	return e.Fix("Wait for the goroutine after the "+what+", with "+wait, decl.Name.Name+" waits for the goroutine, up to 10 s")
}

// stmtAt returns the statement of a list that is the call, or the send, at pos.
func stmtAt(body *ast.BlockStmt, pos token.Pos) ast.Stmt {
	for _, stmt := range body.List {
		switch stmt.(type) {
		case *ast.ExprStmt, *ast.SendStmt:
			if stmt.Pos() <= pos && pos < stmt.End() {
				return stmt
			}
		}
	}
	return nil
}
