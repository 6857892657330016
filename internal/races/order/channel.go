package order

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

func sends(instr ssa.Instruction, ch types.Type) bool {
	switch instr := instr.(type) {
	case *ssa.Send:
		return sameElem(instr.Chan.Type(), ch)
	case *ssa.Select:
		return slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool {
			return s.Dir == types.SendOnly && sameElem(s.Chan.Type(), ch)
		})
	case ssa.CallInstruction:
		b, ok := instr.Common().Value.(*ssa.Builtin)
		if ok {
			return b.Name() == "close" && sameElem(instr.Common().Args[0].Type(), ch)
		}
		return slices.ContainsFunc(instr.Common().Args, func(arg ssa.Value) bool { return sameElem(arg.Type(), ch) })
	}
	return receives(instr, ch)
}

func receives(instr ssa.Instruction, ch types.Type) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW && sameElem(instr.X.Type(), ch)
	case *ssa.Select:
		return slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool {
			return s.Dir == types.RecvOnly && sameElem(s.Chan.Type(), ch)
		})
	}
	return false
}

func sameElem(a, b types.Type) bool {
	x, ok := a.Underlying().(*types.Chan)
	y, also := b.Underlying().(*types.Chan)
	return ok && also && types.Identical(x.Elem(), y.Elem())
}

// cancels reports whether an instruction calls what ends a context, or passes it on.
func cancels(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	isCancel := func(v ssa.Value) bool {
		name := callmatch.TypeName(v.Type())
		return name == "context.CancelFunc" || name == "context.CancelCauseFunc"
	}
	return isCancel(call.Common().Value) || slices.ContainsFunc(call.Common().Args, isCancel)
}

func defersCancel(instr ssa.Instruction) bool {
	_, deferred := instr.(*ssa.Defer)
	return deferred && cancels(instr)
}

// chanOf reports whether a channel carries values of a type.
func chanOf(ch ssa.Value, elem string) bool {
	c, ok := ch.Type().Underlying().(*types.Chan)
	return ok && callmatch.TypeName(c.Elem()) == elem
}

// Received returns the channels that an instruction receives from.
func Received(instr ssa.Instruction) []ssa.Value {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return []ssa.Value{instr.X}
		}
	case *ssa.Select:
		return channelsOf(instr, types.RecvOnly)
	}
	return nil
}

// SentTo returns the channels that an instruction sends to.
func SentTo(instr ssa.Instruction) []ssa.Value {
	switch instr := instr.(type) {
	case *ssa.Send:
		return []ssa.Value{instr.Chan}
	case *ssa.Select:
		return channelsOf(instr, types.SendOnly)
	}
	return nil
}

func channelsOf(sel *ssa.Select, dir types.ChanDir) []ssa.Value {
	var list []ssa.Value
	for _, s := range sel.States {
		if s.Dir == dir {
			list = append(list, s.Chan)
		}
	}
	return list
}
