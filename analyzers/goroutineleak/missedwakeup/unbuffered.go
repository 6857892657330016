package missedwakeup

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportUnbuffered reports
//
//	q.jobs = append(q.jobs, job)
//	select {
//	case q.wake <- struct{}{}: // made without a buffer
//	default:
//	}
//
// where a loop receives from the channel and works on the same field: the signal is dropped while it
// works, and what was added then stays. Silent where the loop looks at the field on a timer as well, and
// where no field says what the signal is about: to skip one that comes during the work may be meant.
func reportUnbuffered(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	for _, c := range flow.Channels() {
		size, known := c.MadeCapacity()
		if !known || size != 0 || !callmatch.IsSignal(c.Makes[0].Type()) || len(c.Closes) > 0 || c.Foreign || c.OutSends || c.OutReceives {
			continue
		}
		receives := slices.Concat(c.Receives, c.Ranges)
		if len(receives) == 0 || slices.ContainsFunc(receives, func(op ssaflow.Op) bool { return !onlyWakeUp(op) }) {
			continue
		}
		for _, op := range c.Sends {
			sel, ok := op.Instr.(*ssa.Select)
			if !ok || sel.Blocking || op.State < 0 || p.Quiet(sel.Pos()) {
				continue
			}
			if field := subject(flow, sel.Parent(), receives[0].Fn()); field != nil {
				reportDropped(p, c, sel.States[op.State].Pos, receives[0], field)
			}
		}
	}
}

// onlyWakeUp reports whether a receive is in a loop that no timer runs as well.
func onlyWakeUp(op ssaflow.Op) bool {
	if ssainstr.Innermost(ssainstr.LoopsOf(op.Fn(), nil), op.Instr.Block()) == nil {
		return false
	}
	sel, ok := op.Instr.(*ssa.Select)
	return !ok || sel.Blocking && !slices.ContainsFunc(sel.States, func(s *ssa.SelectState) bool {
		return callmatch.IsChanOf(s.Chan.Type(), "time.Time")
	})
}

// subject returns the field that a function which signals, or one that calls it, writes and that the
// receiver uses as well.
func subject(flow *ssaflow.Flow, sends, receives *ssa.Function) *types.Var {
	used := make(map[*types.Var]bool)
	visit(receives, 2, func(instr ssa.Instruction) {
		if addr, ok := instr.(*ssa.FieldAddr); ok {
			used[fieldOf(addr)] = true
		}
	})
	writers := []*ssa.Function{sends}
	for _, fn := range flow.SSA.Funcs {
		if slices.ContainsFunc(ssainstr.Calls(fn), func(call ssa.CallInstruction) bool { return call.Common().StaticCallee() == sends }) {
			writers = append(writers, fn)
		}
	}
	var found *types.Var
	for _, fn := range writers {
		visit(fn, 0, func(instr ssa.Instruction) {
			if field := written(instr); field != nil && used[field] && !access.Exempt(field.Type()) {
				found = field
			}
		})
	}
	return found
}

// visit calls do for the instructions of a function and of those that it calls.
func visit(fn *ssa.Function, depth int, do func(ssa.Instruction)) {
	for instr := range ssaflow.Instrs(fn) {
		do(instr)
		if call, ok := instr.(ssa.CallInstruction); ok && depth > 0 {
			if callee := call.Common().StaticCallee(); callee != nil && callee.Pkg == fn.Pkg && callee.Blocks != nil {
				visit(callee, depth-1, do)
			}
		}
	}
}

// written returns the field that an instruction changes, itself or as the map that it holds.
func written(instr ssa.Instruction) *types.Var {
	var addr ssa.Value
	switch instr := instr.(type) {
	case *ssa.Store:
		addr = instr.Addr
	case *ssa.MapUpdate:
		if load, ok := instr.Map.(*ssa.UnOp); ok && load.Op == token.MUL {
			addr = load.X
		}
	}
	if field, ok := addr.(*ssa.FieldAddr); ok {
		return fieldOf(field)
	}
	return nil
}

func fieldOf(addr *ssa.FieldAddr) *types.Var {
	st, _ := callmatch.Deref(addr.X.Type()).Underlying().(*types.Struct)
	return st.Field(addr.Field).Origin()
}

func reportDropped(p *check.Pass, c *ssaflow.Class, send token.Pos, receive ssaflow.Op, field *types.Var) {
	cur, ok := ssainstr.CursorAt(p, send)
	if !ok {
		return
	}
	for s := range cur.Enclosing((*ast.SendStmt)(nil)) {
		stmt := s.Node().(*ast.SendStmt)
		p.Report(check.Finding{
			At: stmt,
			Message: fmt.Sprintf("wake-up is lost while the receiver (%s) works on %s: %s has no buffer, and the default case drops the signal",
				p.Where(receive.Instr.Pos(), stmt.Pos()), field.Name(), p.Source(stmt.Chan)),
			Trace: []check.Hop{{Pos: c.Makes[0].Pos(), Message: "made without a buffer here"}, {Pos: receive.Instr.Pos(), Message: "received here"}},
			Fix:   buffer(p, c, stmt),
		})
		return
	}
}

// buffer gives the channel a buffer of one, where it is made in one place of the same file.
func buffer(p *check.Pass, c *ssaflow.Class, send *ast.SendStmt) *edit.Fix {
	if len(c.Makes) != 1 || p.Fset.File(c.Makes[0].Pos()) != p.Fset.File(send.Pos()) {
		return nil
	}
	cur, ok := ssainstr.CursorAt(p, c.Makes[0].Pos())
	if !ok {
		return nil
	}
	for m := range cur.Enclosing((*ast.CallExpr)(nil)) {
		call := m.Node().(*ast.CallExpr)
		if !callmatch.IsBuiltin(p.TypesInfo, call, "make") || !syntax.IsChannel(p.TypesInfo.TypeOf(call)) {
			return nil
		}
		e := p.Edit(send.Pos())
		if len(call.Args) > 1 {
			e.Replace(call.Args[1].Pos(), call.Args[1].End(), "1")
		} else {
			e.Insert(call.Args[0].End(), ", 1")
		}
		return e.Fix("Give "+p.Source(send.Chan)+" a buffer of one", "")
	}
	return nil
}
