package blockedsend

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportCallbacks reports what answers on an unbuffered channel of one caller, which may have stopped waiting:
// a callback that other code runs,
//
//	res := make(chan error)
//	job.Done = func(err error) { res <- err }
//	p.submit(job)
//	select {
//	case err := <-res:
//		return err
//	case <-ctx.Done():
//		return ctx.Err()
//	}
//
// or a send to all that wait in a map or slice of the object.
func reportCallbacks(p *check.Pass, reported map[*ssaflow.Class]bool) {
	flow := ssaflow.Of(p.Pass)
	for _, c := range flow.Channels() {
		if reported[c] || len(c.Makes) != 1 || !unbuffered(c) || len(c.Ranges) > 0 || len(c.Fields) > 0 {
			continue
		}
		made := c.Makes[0].(*ssa.MakeChan)
		wait := impatient(c, func(ctx ssa.Value) bool { return ofCall(ctx) || ofLiteral(flow, ctx) })
		if wait == nil || wait.Parent() != made.Parent() || p.Quiet(made.Pos()) {
			continue
		}
		send := calledBack(flow, c, wait)
		if table := keptIn(made); send == nil && table != nil && len(c.Sends) == 0 {
			send = sendFrom(flow, table)
		}
		if send != nil && !p.Quiet(send.Pos()) {
			reported[c] = true
			reportCallback(p, made, send, wait)
		}
	}
}

func reportCallback(p *check.Pass, made *ssa.MakeChan, send *ssa.Send, wait *ssa.Select) {
	stmt := channel.SendNode(p, send.Pos())
	if stmt == nil {
		return
	}
	p.Report(check.Finding{
		At: stmt,
		Message: fmt.Sprintf("send on %s blocks forever when %s, which alone receives from it, has stopped waiting (%s)",
			p.Source(stmt.Chan), ssainstr.FuncName(wait.Parent()), p.Where(wait.Pos(), stmt.Pos())),
		Trace: []check.Hop{{Pos: made.Pos(), Message: "made here, without a buffer"}, {Pos: wait.Pos(), Message: "may stop waiting here"}},
		Fix:   fixCallback(p, made),
	})
}

// ofLiteral reports whether a literal that is no goroutine captures a context.
func ofLiteral(flow *ssaflow.Flow, ctx ssa.Value) bool {
	if load, ok := ctx.(*ssa.UnOp); ok {
		ctx = load.X
	}
	free, ok := ctx.(*ssa.FreeVar)
	return ok && !slices.ContainsFunc(flow.Starts(), func(s ssaflow.Start) bool { return slices.Contains(s.Bodies, free.Parent()) })
}

// calledBack returns the only send of a class, where a literal of the waiting function makes it once that is passed
// or stored, and that the function itself neither calls nor starts; nil if there is none.
func calledBack(flow *ssaflow.Flow, c *ssaflow.Class, wait *ssa.Select) *ssa.Send {
	if len(c.Sends) != 1 || c.Foreign {
		return nil
	}
	send, ok := c.Sends[0].Instr.(*ssa.Send)
	if !ok || send.Parent().Parent() != wait.Parent() || ssaflow.Reaches(send.Block(), send.Block()) {
		return nil
	}
	for instr := range ssaflow.Instrs(wait.Parent()) {
		lit, ok := instr.(*ssa.MakeClosure)
		if ok && lit.Fn == ssa.Value(send.Parent()) {
			if handedOut(flow, lit) {
				return send
			}
			return nil
		}
	}
	return nil
}

// handedOut reports whether a function value is only stored in a field or an element, sent, or passed to a call:
// one that ran it in place would never return.
func handedOut(flow *ssaflow.Flow, v ssa.Value) bool {
	refs := slices.DeleteFunc(slices.Clone(ssabuild.Referrers(v)), func(ref ssa.Instruction) bool {
		_, debug := ref.(*ssa.DebugRef)
		return debug
	})
	return len(refs) > 0 && !slices.ContainsFunc(refs, func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.Store:
			switch ref.Addr.(type) {
			case *ssa.FieldAddr, *ssa.IndexAddr:
				return ref.Val != v
			}
			return true
		case *ssa.ChangeType:
			return !handedOut(flow, ref)
		case *ssa.MapUpdate, *ssa.Send:
			return false
		case *ssa.Call:
			return ref.Call.Value == v || slices.ContainsFunc(flow.Starts(), func(s ssaflow.Start) bool { return s.Instr == ssa.CallInstruction(ref) })
		}
		return true
	})
}

// fixCallback makes the channel with a buffer for the answer.
func fixCallback(p *check.Pass, made *ssa.MakeChan) *edit.Fix {
	call := channel.MakeNode(p, made.Pos())
	if call == nil || len(call.Args) != 1 {
		return nil
	}
	e := p.Edit(call.Pos())
	sendfix.Resize(e, call, "1")
	return e.Fix("Make the channel with a buffer of one", "")
}
