package closebeforedrain

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportByReceiver reports a channel for one reply that its receiver closes when another case of the select
// came first, while what found it in a map or field may still send on it:
//
//	reply := make(chan response)
//	pending[id] = reply
//	select {
//	case r := <-reply:
//		return r, nil
//	case <-time.After(timeout):
//		close(reply)
//		…
//
// Whether the sender looks the channel up under the same lock is doubtful where both acquire one.
func reportByReceiver(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	for _, c := range flow.Channels() {
		for _, closed := range c.Closes {
			call, ok := closed.Instr.(ssa.CallInstruction)
			if !ok || p.Quiet(closed.Instr.Pos()) {
				continue
			}
			made, own := madeHere(call)
			if !own || !unreceived(flow, c, call) {
				continue
			}
			if send, doubts := lateSend(p, flow, c, call.Parent()); send != nil {
				if loop := countedSelect(c, call); loop != nil {
					doubts = append(doubts, check.Doubting(verdict.Branches, loop.Pos()))
				}
				reportLate(p, c, call, made, send, doubts)
			}
		}
	}
}

// madeHere returns where the function makes the channel that it closes.
func madeHere(call ssa.CallInstruction) (*ssa.MakeChan, bool) {
	v := call.Common().Args[0]
	for {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeChan:
			return x, x.Parent() == call.Parent()
		default:
			return nil, false
		}
	}
}

// unreceived reports whether the close may follow a select of the function in which another case came than
// the receive from the channel.
func unreceived(flow *ssaflow.Flow, c *ssaflow.Class, call ssa.CallInstruction) bool {
	return slices.ContainsFunc(c.Receives, func(op ssaflow.Op) bool {
		sel, ok := op.Instr.(*ssa.Select)
		if !ok || op.State < 0 || sel.Parent() != call.Parent() || !op.Guarded {
			return false
		}
		_, deferred := call.(*ssa.Defer)
		return deferred || !awaitedBefore(c, sel, call) && reachesBeside(sel, op.State, call.Block())
	})
}

// awaitedBefore reports whether the function receives the reply between a select and the close, without a select:
//
//	case <-ctx.Done():
//		stop()
//		<-reply
//		close(reply)
func awaitedBefore(c *ssaflow.Class, sel *ssa.Select, call ssa.CallInstruction) bool {
	return slices.ContainsFunc(c.Receives, func(op ssaflow.Op) bool {
		recv, ok := op.Instr.(*ssa.UnOp)
		return ok && recv.Parent() == call.Parent() && sel.Block().Dominates(recv.Block()) && recv.Block() != sel.Block() &&
			recv.Block().Dominates(call.Block()) && recv.Pos() < call.Pos()
	})
}

// countedSelect returns the select of a loop that receives from the channel, where the close is deferred: the loop
// may receive as many values as are sent.
func countedSelect(c *ssaflow.Class, call ssa.CallInstruction) *ssa.Select {
	if _, deferred := call.(*ssa.Defer); !deferred {
		return nil
	}
	for _, op := range c.Receives {
		sel, ok := op.Instr.(*ssa.Select)
		if ok && sel.Parent() == call.Parent() && ssaflow.Reaches(sel.Block(), sel.Block()) {
			return sel
		}
	}
	return nil
}

// reachesBeside reports whether control comes from a select to a block by another case than the given one.
func reachesBeside(sel *ssa.Select, state int, to *ssa.BasicBlock) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var walk func(b *ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		next := b.Succs
		if last, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			if cmp, ok := last.Cond.(*ssa.BinOp); ok {
				if s, i, ok := ssaflow.SelectCase(cmp); ok && s == sel && i == state {
					next = b.Succs[1:]
				}
			}
		}
		return slices.ContainsFunc(next, func(s *ssa.BasicBlock) bool { return s == to || walk(s) })
	}
	return walk(sel.Block())
}

// lateSend returns a send of another function on the channel, which no recover protects.
func lateSend(p *check.Pass, flow *ssaflow.Flow, c *ssaflow.Class, closer *ssa.Function) (*ssaflow.Op, []check.Doubt) {
	for _, send := range c.Sends {
		fn := send.Fn()
		if ssainstr.SameFunction(fn, closer) || recovered(p, fn) || p.Quiet(send.Instr.Pos()) {
			continue
		}
		if shareLock(flow, closer, fn) {
			return &send, []check.Doubt{check.Doubting(verdict.MaybeHeld, fn.Pos())}
		}
		return &send, nil
	}
	return nil, nil
}

func reportLate(p *check.Pass, c *ssaflow.Class, closed ssa.CallInstruction, made *ssa.MakeChan, send *ssaflow.Op, doubts []check.Doubt) {
	call := ssainstr.CallExpr(p, closed.Common().Pos())
	if call == nil {
		return
	}
	sent := sentAt(*send)
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("a late send at %s panics: the receiver closes %s when another case of its select comes first, and the sender may have found the channel before",
			p.Where(sent, call.Pos()), p.Source(call.Args[0])),
		Trace:  []check.Hop{{Pos: made.Pos(), Message: "made here"}, {Pos: sent, Message: "sent to here"}},
		Doubts: doubts,
		Fix:    fixLate(p, c, call, made),
	})
}

func sentAt(send ssaflow.Op) token.Pos {
	if sel, ok := send.Instr.(*ssa.Select); ok && send.State >= 0 {
		return sel.States[send.State].Pos
	}
	return send.Instr.Pos()
}

// fixLate leaves the channel open, and gives it a buffer, so that a late send neither panics nor blocks. There
// is none where others receive from it, and may wait for the close.
func fixLate(p *check.Pass, c *ssaflow.Class, call *ast.CallExpr, made *ssa.MakeChan) *edit.Fix {
	others := slices.ContainsFunc(slices.Concat(c.Receives, c.Ranges), func(op ssaflow.Op) bool { return op.Fn() != made.Parent() })
	makes := ssainstr.CallExpr(p, made.Pos())
	cur, ok := syntax.CursorOf(p, call)
	if !ok || others || makes == nil || len(makes.Args) != 1 || p.Fset.File(makes.Pos()) != p.Fset.File(call.Pos()) {
		return nil
	}
	stmt, ok := cur.Parent().Node().(ast.Stmt)
	if !ok {
		return nil
	}
	e := p.Edit(call.Pos())
	e.Insert(makes.Rparen, ", 1")
	e.DeleteLines(stmt)
	return e.Fix("Leave "+p.Source(call.Args[0])+" open, and let it hold one value", "")
}
