package lockuse

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// made returns the channels that instr waits for, sends on or closes, as far as the functions around it
// make them.
func made(instr ssa.Instruction) []*ssa.MakeChan {
	var list []*ssa.MakeChan
	for _, v := range channels(instr) {
		if mk := makes(v); mk != nil {
			list = append(list, mk)
		}
	}
	return list
}

func channels(instr ssa.Instruction) []ssa.Value {
	switch instr := instr.(type) {
	case *ssa.Send:
		return []ssa.Value{instr.Chan}
	case *ssa.UnOp:
		return []ssa.Value{instr.X}
	case *ssa.Select:
		var list []ssa.Value
		for _, s := range instr.States {
			list = append(list, s.Chan)
		}
		return list
	case ssa.CallInstruction:
		if _, ok := instr.Common().Value.(*ssa.Builtin); ok {
			return instr.Common().Args
		}
	}
	return nil
}

// makes returns what makes a channel, nil where that is not in the functions around its use.
func makes(v ssa.Value) *ssa.MakeChan {
	switch v := v.(type) {
	case *ssa.MakeChan:
		return v
	case *ssa.ChangeType:
		return makes(v.X)
	case *ssa.UnOp:
		addr := v.X
		if free, ok := addr.(*ssa.FreeVar); ok {
			addr = ssaflow.Binding(free)
		}
		if cell, ok := addr.(*ssa.Alloc); ok && v.Op == token.MUL {
			if val := ssaflow.OnlyStore(cell); val != nil {
				return makes(val)
			}
		}
	}
	return nil
}

// unshared reports whether no other goroutine has one of the channels of the list when an instruction of the
// function that makes them runs: what it waits for delays nobody who waits for that channel.
//
//	done := make(chan struct{})
//	s.mu.Lock() // whoever receives from done has found it in the map, later
//	s.waiting[id] = done
//	s.mu.Unlock()
func unshared(list []*ssa.MakeChan, at ssa.Instruction) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(mk *ssa.MakeChan) bool {
		return mk.Parent() != at.Parent() || handedOn(mk, at)
	})
}

// handedOn reports whether a value gets to where others may have it, before an instruction runs.
func handedOn(v ssa.Value, at ssa.Instruction) bool {
	return slices.ContainsFunc(ssabuild.Referrers(v), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.Select:
			return false
		case *ssa.ChangeType:
			return handedOn(use, at)
		case *ssa.UnOp:
			return use.Op == token.MUL && handedOn(use, at)
		case *ssa.Send:
			return use.X == v && lockset.Precedes(use, at)
		case *ssa.Store:
			if cell, ok := use.Addr.(*ssa.Alloc); ok && use.Val == v {
				return handedOn(cell, at)
			}
			return use.Val == v && lockset.Precedes(use, at)
		case *ssa.MakeClosure:
			return !slices.ContainsFunc(ssabuild.Referrers(use), isDefer) && lockset.Precedes(use, at)
		case ssa.CallInstruction:
			_, builtin := use.Common().Value.(*ssa.Builtin)
			return !builtin && lockset.Precedes(use, at)
		}
		return lockset.Precedes(use, at)
	})
}

func isDefer(instr ssa.Instruction) bool {
	_, ok := instr.(*ssa.Defer)
	return ok
}
