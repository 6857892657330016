package unjoinedworker

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// This file finds workers that a program stops by a channel, and that store or send something when
// they have received from it:
//
//	go saver(done) // case <-done: save(); return
//	…
//	done <- true
//	return // while the goroutine saves

// A signaledWorker is a goroutine with work left to do when the program has signaled it and exits.
type signaledWorker struct {
	signal ssa.Instruction
	work   *lifetime.LostCall
}

// signaledOf returns what a goroutine still does when it has been signaled, nil where the program
// waits for anything after the signal, or the goroutine signals that it has finished.
func signaledOf(p *check.Pass, s ssaflow.Start) *signaledWorker {
	flow, fn := ssaflow.Of(p.Pass), s.Instr.Parent()
	if !s.Complete || len(s.Bodies) != 1 || !endsProcess(p, fn) || worker.Tells(flow, s.Bodies[0]) {
		return nil
	}
	for _, b := range s.Bodies[0].Blocks {
		ch, after := received(b)
		if ch == nil {
			continue
		}
		class := flow.Class(ch)
		if class == nil || class.Foreign {
			continue
		}
		signal := lastSignal(flow, fn, class)
		if signal == nil {
			continue
		}
		if work := lostBehind(p, after); work != nil {
			return &signaledWorker{signal, work}
		}
	}
	return nil
}

// received returns the channel that a block has received from when it chooses a successor, with that
// one: a case of a select, or the block itself for a receive that stands alone.
func received(b *ssa.BasicBlock) (ssa.Value, *ssa.BasicBlock) {
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.UnOp:
			if instr.Op == token.ARROW && !instr.CommaOk {
				return instr.X, b
			}
		case *ssa.If:
			if cmp, ok := instr.Cond.(*ssa.BinOp); ok {
				if sel, i, ok := ssaflow.SelectCase(cmp); ok && sel.States[i].Send == nil {
					return sel.States[i].Chan, b.Succs[0]
				}
			}
		}
	}
	return nil, nil
}

// lastSignal returns the send or the close in fn, or in a literal that it calls, after which fn
// waits for nothing.
func lastSignal(flow *ssaflow.Flow, fn *ssa.Function, class *ssaflow.Class) ssa.Instruction {
	for _, op := range slices.Concat(class.Sends, class.Closes) {
		switch {
		case op.Guarded || waitsAfter(op.Instr):
		case op.Fn() == fn:
			return op.Instr
		case op.Fn().Parent() == fn && calledLast(flow, fn, op.Fn()):
			return op.Instr
		}
	}
	return nil
}

// calledLast reports whether fn itself calls a literal, and waits for nothing after each call.
func calledLast(flow *ssaflow.Flow, fn, literal *ssa.Function) bool {
	called := false
	for _, call := range ssainstr.Calls(fn) {
		callees, _ := flow.Callees(call)
		if _, started := call.(*ssa.Go); !slices.Contains(callees, literal) {
			continue
		} else if started || waitsAfter(call) {
			return false
		}
		called = true
	}
	return called
}

// lostBehind finds what is stored or sent in the blocks that only a received signal leads to, and
// that do not lead back to it.
func lostBehind(p *check.Pass, after *ssa.BasicBlock) *lifetime.LostCall {
	flow := ssaflow.Of(p.Pass)
	for _, b := range after.Parent().Blocks {
		if !after.Dominates(b) || ssaflow.Reaches(b, after) {
			continue
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			callee := ssaflow.Object(call.Common())
			if bodies, _ := flow.Callees(call); len(bodies) > 0 {
				if work := lostIn(p, bodies); work != nil {
					return work
				}
			} else if callee != nil && keeps(p, callee) {
				return newLostCall(callee, call)
			}
		}
	}
	return nil
}

func reportSignaled(p *check.Pass, s ssaflow.Start, w *signaledWorker, lives *lifetime.Lifetimes) {
	cur, ok := ssainstr.CursorAt(p, s.Instr.Pos())
	if !ok {
		return
	}
	doubts := lives.OfProgram(s.Instr.Pos())
	if w.work.Sends {
		doubts = append(doubts, check.Doubting(verdict.Message, w.work.At))
	}
	if w.work.TakesAway {
		doubts = append(doubts, check.Doubting(verdict.Cleanup, w.work.At))
	}
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		stmt := c.Node().(*ast.GoStmt)
		p.Report(check.Finding{
			At: stmt.Call.Fun,
			Message: fmt.Sprintf("%s at %s is interrupted: %s returns after the signal at %s, and nothing waits for %s",
				w.work.What, p.Where(w.work.At, stmt.Pos()), s.Instr.Parent().Name(), p.Where(w.signal.Pos(), stmt.Pos()), workerName(p, c)),
			Trace: []check.Hop{
				{Pos: w.signal.Pos(), Message: "signaled here"},
				{Pos: w.work.At, Message: "may be running here, or not have begun, when the program ends"},
			},
			Doubts: doubts,
			Fix:    fixWait(p, c, w.signal.Pos(), "signal"),
		})
		return
	}
}
