package unjoinedworker

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A unjoinedStop is a method that stops a goroutine of its owner and does not wait for it:
// it closes what the goroutine uses, or returns while the goroutine works.
type unjoinedStop struct {
	body   *ssa.Function // of the goroutine
	method *ssa.Function
	signal ssaflow.Op
	close  ssa.CallInstruction // nil where nothing is taken away
	field  *types.Var          // that close is about
	work   *lifetime.LostCall  // where nothing is taken away
	waits  *ssaflow.Source     // what the goroutine waits for, likewise
}

// unjoinedStopOf finds the stop method of a goroutine:
//
//	func (s *S) loop() { for { select { case <-s.stop: return; case …: s.db.Save() } } }
//	func (s *S) Stop() { close(s.stop); s.db.Close() }
//
// A goroutine that can end otherwise may end because of what Stop closes, but for the end of
// the context that its own is derived from; one that never ends is not stopped by it, and one that signals when it has finished may be waited for
// elsewhere.
func unjoinedStopOf(p *check.Pass, s ssaflow.Start) *unjoinedStop {
	flow := ssaflow.Of(p.Pass)
	if s.Starter != "" || !s.Complete || len(s.Bodies) != 1 || worker.Tells(flow, s.Bodies[0]) {
		return nil
	}
	closed := flow.Exits(func(s *ssaflow.Source) bool { return !s.Open || s.Context != nil && len(s.Raises) > 0 })
	raised := flow.Exits(func(*ssaflow.Source) bool { return false })
	if closed.Reachable(s.Bodies[0]) || !raised.Reachable(s.Bodies[0]) {
		return nil
	}
	var plain *unjoinedStop
	reached := worker.ReachedBy(flow, s, s.Bodies[0])
	used := usedFields(reached)
	for _, wait := range closed.Cut {
		for _, op := range wait.Source.Raises {
			method := ssaflow.Outermost(op.Fn())
			if method.Signature.Recv() == nil {
				continue
			}
			if call, field := closesField(method, dropCleared(used, method, reached)); call != nil && follows(call, op.Instr) {
				return &unjoinedStop{s.Bodies[0], method, op, call, field, nil, nil}
			}
			if plain == nil && saysStop(method.Name()) && !hands(op) && !cutsOff(method) {
				plain = &unjoinedStop{body: s.Bodies[0], method: method, signal: op, waits: wait.Source}
			}
		}
	}
	if plain != nil {
		if plain.work = cmp.Or(finalIn(p, reached, plain.waits), cutOffIn(p, reached)); plain.work == nil {
			return nil
		}
	}
	return plain
}

// saysStop reports whether a method is called Stop, Close or the like, or StopHeartbeat.
func saysStop(name string) bool {
	return slices.ContainsFunc(catalog.StopMethods, func(stop string) bool { return catalog.Words(name)[0] == strings.ToLower(stop) })
}

// cutsOff reports whether a method closes a connection: what the goroutine is at is to end
// with that.
func cutsOff(method *ssa.Function) bool {
	found := false
	eachMethodCall(method, func(_ ssa.CallInstruction, recv ssa.Value, name string) {
		found = found || slices.Contains(catalog.StopMethods, name) && isConnection(recv.Type())
	})
	return found
}

// hands reports whether the signal is a send: when it completes, the goroutine has reached
// its wait, and does no work.
func hands(op ssaflow.Op) bool {
	_, send := op.Instr.(*ssa.Send)
	return send
}

// follows reports whether the close comes after the signal. Before it, it is part of how
// the goroutine is stopped: it drains first, or is unblocked.
func follows(closing ssa.CallInstruction, signal ssa.Instruction) bool {
	if _, deferred := signal.(*ssa.Defer); deferred {
		return false
	}
	_, deferred := closing.(*ssa.Defer)
	return deferred || signal.Pos() < closing.Pos()
}

// fieldOf returns the struct field that v was read from.
func fieldOf(v ssa.Value) *types.Var {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	return ssaflow.Field(addr)
}

// closesField returns the first call in method that closes one of the fields of
// its own type.
func closesField(method *ssa.Function, used map[*types.Var]bool) (ssa.CallInstruction, *types.Var) {
	owner := callmatch.Named(method.Signature.Recv().Type())
	var found ssa.CallInstruction
	var of *types.Var
	eachMethodCall(method, func(call ssa.CallInstruction, recv ssa.Value, name string) {
		field := fieldOf(recv)
		if found != nil || !used[field] || !slices.Contains(catalog.StopMethods, name) || !resource(recv.Type()) || catalog.StopsLater[ssaflow.Callee(call.Common())] {
			return
		}
		if obj, _, _ := types.LookupFieldOrMethod(owner, true, field.Pkg(), field.Name()); obj != nil {
			found, of = call, field
		}
	})
	return found, of
}

func reportUnjoinedStop(p *check.Pass, s ssaflow.Start, h *unjoinedStop) {
	cur, ok := ssainstr.CursorAt(p, s.Instr.Pos())
	if !ok {
		return
	}
	var doubts []check.Doubt
	if at := pauseIn(worker.Reached(ssaflow.Of(p.Pass), h.method)); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.LocalWork, at))
	}
	if h.close == nil && h.work.TakesAway {
		doubts = append(doubts, check.Doubting(verdict.Cleanup, h.work.At))
	}
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		stmt := c.Node().(*ast.GoStmt)
		risk, hop := h.risk(p, stmt.Pos())
		p.Report(check.Finding{
			At:      stmt.Call.Fun,
			Message: fmt.Sprintf("%s: nothing waits for %s, which %s stops", risk, workerName(p, c), h.method.Name()),
			Trace:   []check.Hop{{Pos: stmt.Pos(), Message: "started here"}, {Pos: h.signal.Instr.Pos(), Message: "stop is signaled here"}, hop},
			Doubts:  doubts,
			Fix:     fixUnjoinedStop(p, stmt, h),
		})
		return
	}
}

// risk says what may happen to the goroutine that is not waited for, and where.
func (h *unjoinedStop) risk(p *check.Pass, from token.Pos) (string, check.Hop) {
	if h.close == nil {
		return fmt.Sprintf("%s at %s may be interrupted when %s has returned", h.work.What, p.Where(h.work.At, from), h.method.Name()),
			check.Hop{Pos: h.work.At, Message: "may still be running here"}
	}
	return fmt.Sprintf("%s may be used after %s closes it at %s", h.field.Name(), h.method.Name(), p.Where(h.close.Pos(), from)),
		check.Hop{Pos: h.close.Pos(), Message: "closed here, while the goroutine may be running"}
}
