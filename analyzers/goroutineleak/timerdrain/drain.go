package timerdrain

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A result says what is known of the result of a Stop where a receive runs.
type result int

const (
	other   result = iota
	stopped        // it is true: the timer was running
	expired        // it is false: the timer has fired, or was stopped before
	ignored        // nothing uses it
)

// outcome returns what is known of the result of stop in a block.
func outcome(stop *ssa.Call, b *ssa.BasicBlock) result {
	if !slices.ContainsFunc(ssabuild.Referrers(stop), func(use ssa.Instruction) bool { _, debug := use.(*ssa.DebugRef); return !debug }) {
		return ignored
	}
	for dom := b.Idom(); dom != nil; b, dom = dom, dom.Idom() {
		branch, ok := dom.Instrs[len(dom.Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) != 1 || dom.Succs[0] == dom.Succs[1] {
			continue
		}
		cond, holds := branch.Cond, dom.Succs[0] == b
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond, holds = not.X, !holds
		}
		switch {
		case cond != ssa.Value(stop):
		case holds:
			return stopped
		default:
			return expired
		}
	}
	return other
}

// A drain is a receive from the channel of a timer.
type drain struct {
	recv  *ssa.UnOp
	fn    *ssa.Function // that of the receive, or one that calls it
	timer ssa.Value     // as fn has it

	restarted bool // the walks have met a start of the timer
}

// stops returns the calls of Stop of the timer that run before the receive, with no start of the timer
// between the two.
func (d *drain) stops() (list []*ssa.Call) {
	for instr := range ssaflow.Instrs(d.recv.Parent()) {
		call, ok := instr.(*ssa.Call)
		if ok && catalog.OneShotTimers.Stops[ssaflow.Callee(&call.Call)] && d.same(receiver(&call.Call)) &&
			call.Block().Dominates(d.recv.Block()) && d.reaches(call, d.recv) {
			list = append(list, call)
		}
	}
	return list
}

// same reports whether a value is the timer of the drain.
func (d *drain) same(v ssa.Value) bool {
	return v != nil && (v == d.timer || resource.Same(v, d.timer))
}

// receiver returns what a method is called on.
func receiver(call *ssa.CallCommon) ssa.Value {
	switch {
	case call.IsInvoke():
		return call.Value
	case len(call.Args) > 0:
		return call.Args[0]
	}
	return nil
}

// An earlier receive has got the timer's value, and control gets from it to an instruction while the timer is not
// started again: to the Stop, or to a call of its function.
type earlier struct {
	instr, to ssa.Instruction
	restarted bool // on another path
}

// earlier returns the receive before an instruction of d.fn, nil if there is none.
func (d *drain) earlier(to ssa.Instruction) *earlier {
	for instr := range ssaflow.Instrs(d.fn) {
		var takes bool
		d.restarted = false
		switch instr := instr.(type) {
		case *ssa.UnOp:
			takes = instr != d.recv && instr.Op == token.ARROW && d.same(timerOf(instr.X)) && d.reaches(instr, to)
		case *ssa.If:
			takes = d.takesCase(instr) && d.walk(instr.Block().Succs[0], instr.Block(), to)
		}
		if takes {
			return &earlier{instr, to, d.restarted}
		}
	}
	return nil
}

// ofCaller returns the receive in a function of the package that calls that of the drain, whose timer is in a field of
// what it is called on or passed.
//
//	case <-b.timer.C:
//		b.flush() // if !b.timer.Stop() { <-b.timer.C }
func (d *drain) ofCaller(p *check.Pass, stop *ssa.Call) *earlier {
	load, ok := d.timer.(*ssa.UnOp)
	if !ok || !d.walk(d.fn.Blocks[0], nil, stop) {
		return nil
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	i := slices.IndexFunc(d.fn.Params, func(param *ssa.Parameter) bool { return ssa.Value(param) == addr.X })
	callers, _ := ssaflow.Of(p.Pass).Callers(d.fn)
	for _, call := range callers {
		made, ok := call.(*ssa.Call)
		if !ok || i < 0 || i >= len(made.Call.Args) {
			continue
		}
		if timer := fieldOf(made.Parent(), made.Call.Args[i], addr.Field); timer != nil {
			above := &drain{recv: d.recv, fn: made.Parent(), timer: timer}
			if before := above.earlier(made); before != nil {
				return before
			}
		}
	}
	return nil
}

// fieldOf returns a value of a function that is read from a field of owner, nil if there is none.
func fieldOf(fn *ssa.Function, owner ssa.Value, field int) ssa.Value {
	for instr := range ssaflow.Instrs(fn) {
		load, ok := instr.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			continue
		}
		if addr, ok := load.X.(*ssa.FieldAddr); ok && addr.Field == field && (addr.X == owner || resource.Same(addr.X, owner)) {
			return load
		}
	}
	return nil
}

// takesCase reports whether a branch leads to the case of a select that has received the timer's value.
func (d *drain) takesCase(branch *ssa.If) bool {
	cmp, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	sel, i, ok := ssaflow.SelectCase(cmp)
	return ok && sel.States[i].Dir == types.RecvOnly && d.same(timerOf(sel.States[i].Chan))
}

// place returns where the value is received.
func (e *earlier) place() token.Pos {
	branch, ok := e.instr.(*ssa.If)
	if !ok {
		return e.instr.Pos()
	}
	sel, i, _ := ssaflow.SelectCase(branch.Cond.(*ssa.BinOp))
	return sel.States[i].Pos
}

// doubts returns that of a flag between the receive and the Stop, which may say that the value has
// been received; and that of another path, which starts the timer again.
func (e *earlier) doubts() []check.Doubt {
	if e.restarted {
		return []check.Doubt{check.Doubting(verdict.Alternatives, e.place())}
	}
	for b := e.to.Block(); b.Idom() != nil && b != e.instr.Block(); b = b.Idom() {
		branch, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		cmp, isCmp := branch.Cond.(*ssa.BinOp)
		_, call := branch.Cond.(*ssa.Call)
		if call || isCmp && (callmatch.IsError(cmp.X.Type()) || isCase(cmp)) || saysOpen(branch.Cond) {
			continue
		}
		return []check.Doubt{check.Doubting(verdict.Alternatives, branch.Cond.Pos())}
	}
	return nil
}

// saysOpen reports whether a condition is what a receive says beside its value: that the channel is open.
func saysOpen(cond ssa.Value) bool {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	result, ok := cond.(*ssa.Extract)
	if !ok || result.Index != 1 {
		return false
	}
	switch of := result.Tuple.(type) {
	case *ssa.Select:
		return true
	case *ssa.UnOp:
		return of.Op == token.ARROW
	}
	return false
}

func isCase(cmp *ssa.BinOp) bool {
	_, _, ok := ssaflow.SelectCase(cmp)
	return ok
}

// flagged returns the flag that has to be set, or not, for the receive to follow stop: it may say whether the timer
// runs.
//
//	timer.Stop()
//	stopped := true
//	…
//	if !stopped && !timer.Stop() { <-timer.C }
func (d *drain) flagged(stop *ssa.Call) ssa.Value {
	for b := d.recv.Block(); b.Idom() != nil && b != stop.Block(); b = b.Idom() {
		branch, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		cond := branch.Cond
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond = not.X
		}
		switch cond := cond.(type) {
		case *ssa.Phi:
			return cond
		case *ssa.UnOp:
			if cond.Op == token.MUL {
				return cond
			}
		}
	}
	return nil
}
