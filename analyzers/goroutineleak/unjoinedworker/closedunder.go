package unjoinedworker

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// This file finds work that is started for each call, and that loses what it works with when its
// owner stops:
//
//	func (t *Trail) Record(e Event) { go func() { t.store.Append(e) }() }
//	func (t *Trail) Close() error   { return t.store.Close() } // under the goroutines

// A closedUnder is the call that closes a field of the owner in one of its methods.
type closedUnder struct {
	method *ssa.Function
	close  ssa.CallInstruction
	name   string // of the field
}

// closedUnderOf returns what is closed under a goroutine that ends by itself and signals no end, nil
// if nothing is. A method that waits for anything may wait for the goroutine.
func closedUnderOf(p *check.Pass, s ssaflow.Start) *closedUnder {
	flow := ssaflow.Of(p.Pass)
	starter := ssaflow.Outermost(s.Instr.Parent())
	if starter.Signature.Recv() == nil || saysStop(starter.Name()) || !s.Complete || len(s.Bodies) != 1 || worker.Tells(flow, s.Bodies[0]) || !waitgroup.EndsAlone(flow, s.Bodies) {
		return nil
	}
	owner := callmatch.Named(starter.Signature.Recv().Type())
	reached := worker.ReachedBy(flow, s, s.Bodies[0])
	used := usedFields(reached)
	maps.DeleteFunc(used, func(field *types.Var, _ bool) bool {
		return slices.ContainsFunc(reached, func(fn *ssa.Function) bool { return servesBy(fn, field) })
	})
	for _, fn := range flow.SSA.Funcs {
		recv := fn.Signature.Recv()
		if recv == nil || fn.Parent() != nil || callmatch.Named(recv.Type()) != owner || !saysStop(fn.Name()) {
			continue
		}
		if call, field := closesField(fn, dropCleared(used, fn, reached)); call != nil && !slices.ContainsFunc(worker.Reached(flow, fn), mayWait) {
			return &closedUnder{fn, call, field.Name()}
		}
	}
	return nil
}

// servesBy reports whether a function calls a method of what is in a field that returns when that is
// closed, as ListenAndServe does, going by its name.
func servesBy(fn *ssa.Function, field *types.Var) bool {
	for _, instr := range ssainstr.Calls(fn) {
		call := instr.Common()
		recv := call.Value
		if !call.IsInvoke() {
			if call.StaticCallee() == nil || call.StaticCallee().Signature.Recv() == nil {
				continue
			}
			recv = call.Args[0]
		}
		callee := ssaflow.Object(call)
		if fieldOf(recv) == field && callee != nil && (catalog.Serves[callmatch.Name(callee)] || catalog.LifetimeWords[catalog.Words(callee.Name())[0]]) {
			return true
		}
	}
	return false
}

// mayWait reports whether a function waits for others, a full channel included.
func mayWait(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		if _, sends := instr.(*ssa.Send); sends || pauses(instr) {
			return true
		}
	}
	return false
}

func reportClosedUnder(p *check.Pass, s ssaflow.Start, c *closedUnder) {
	cur, ok := ssainstr.CursorAt(p, s.Instr.Pos())
	if !ok {
		return
	}
	for around := range cur.Enclosing((*ast.GoStmt)(nil)) {
		stmt := around.Node().(*ast.GoStmt)
		p.Report(check.Finding{
			At: stmt.Call.Fun,
			Message: fmt.Sprintf("%s may be used after %s closes it at %s: nothing waits for %s",
				c.name, c.method.Name(), p.Where(c.close.Pos(), stmt.Pos()), workerName(p, around)),
			Trace: []check.Hop{{Pos: stmt.Pos(), Message: "started here"}, {Pos: c.close.Pos(), Message: "closed here, while the goroutine may be running"}},
			Fix:   fixClosedUnder(p, around),
		})
		return
	}
}
