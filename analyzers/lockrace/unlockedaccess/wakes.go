package unlockedaccess

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/races/unlocked"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// wakes reports whether the function of an access may be what ends the wait of another one that holds the lock: with
// the lock it would come to that only when the limit of the wait has passed.
//
//	func (c *Client) Call(r Request) (Reply, error) {
//		c.mu.Lock()
//		defer c.mu.Unlock()
//		c.pending[r.ID] = ch
//		select {
//		case reply := <-ch: // from the loop that reads, which looks the channel up in c.pending
//		case <-time.After(c.limit):
//
// Channels are told apart by their types: those in containers are not known.
func wakes(u unlocked.Race) bool {
	var ends []operation
	for instr := range ssaflow.Instrs(u.Func.SSA) {
		ends = append(ends, operations(instr)...)
	}
	if len(ends) == 0 {
		return false
	}
	waits := func(instr ssa.Instruction) bool {
		return blocks(instr) && slices.ContainsFunc(operations(instr), func(wait operation) bool {
			return slices.ContainsFunc(ends, func(end operation) bool { return end.sends != wait.sends && types.Identical(end.elem, wait.elem) })
		})
	}
	return slices.ContainsFunc(lockuse.Blockings(u.Func.Pkg, waits), func(b lockuse.Blocking) bool {
		return b.Func != u.Func && slices.ContainsFunc(b.Holds, func(h lockset.Hold) bool { return h.Key == u.Guard.Key })
	})
}

// blocks reports whether an instruction may wait: a close does not, nor a select with a default.
func blocks(instr ssa.Instruction) bool {
	sel, isSelect := instr.(*ssa.Select)
	_, isCall := instr.(ssa.CallInstruction)
	return !isCall && (!isSelect || sel.Blocking)
}

// An operation is one on a channel of elements of a type.
type operation struct {
	elem  types.Type
	sends bool // or closes
}

func operations(instr ssa.Instruction) (list []operation) {
	add := func(ch ssa.Value, sends bool) {
		if t, ok := ch.Type().Underlying().(*types.Chan); ok {
			list = append(list, operation{t.Elem(), sends})
		}
	}
	switch instr := instr.(type) {
	case *ssa.Send:
		add(instr.Chan, true)
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			add(instr.X, false)
		}
	case *ssa.Select:
		for _, state := range instr.States {
			add(state.Chan, state.Dir == types.SendOnly)
		}
	case ssa.CallInstruction:
		if b, ok := instr.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
			add(instr.Common().Args[0], true)
		}
	}
	return list
}

// handsOn reports whether a function of the package acquires the locks of several objects for its callers: which of
// them, and which goroutines that work for them, hold them elsewhere cannot be seen.
//
//	func lockAll(list []*Deposit) {
//		for _, d := range list {
//			d.Lock()
//		}
//	}
func handsOn(u unlocked.Race) bool {
	p := u.Func.Pkg
	return slices.ContainsFunc(p.Funcs, func(f *lockset.Func) bool {
		acquires, releases := false, false
		for instr := range ssaflow.Instrs(f.SSA) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, op := range p.Ops(call.Common()) {
				acquires = acquires || op.Acquire && op.Net && op.Key == u.Guard.Key && ssaflow.Reaches(instr.Block(), instr.Block())
				releases = releases || !op.Acquire && op.Key == u.Guard.Key
			}
		}
		return acquires && !releases
	})
}
