package lifetime

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// This file determines what goroutines work on, and whether they do so with others.

// exchanges reports whether the functions send or receive values, ticks aside.
func (l *Lifetimes) exchanges(fns []*ssa.Function, depth int) bool {
	return depth > 0 && slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		for instr := range ssaflow.Instrs(fn) {
			if exchange(instr) {
				return true
			}
			if call, ok := instr.(*ssa.Call); ok {
				if bodies, _ := l.flow.Callees(call); l.exchanges(bodies, depth-1) {
					return true
				}
			}
		}
		return false
	})
}

func exchange(instr ssa.Instruction) bool {
	ticks := func(ch ssa.Value) bool { return syntax.IsTickType(ch.Type()) }
	switch instr := instr.(type) {
	case *ssa.Send:
		return true
	case *ssa.UnOp:
		_, receives := instr.X.Type().Underlying().(*types.Chan)
		return receives && !ticks(instr.X)
	case *ssa.Select:
		return slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool { return !ticks(s.Chan) })
	}
	return false
}

// serves reports whether the functions work on something that is there without them: what
// they are given, or capture, or a variable of a package.
func (l *Lifetimes) serves(fns []*ssa.Function, depth int) bool {
	return depth > 0 && slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		if slices.ContainsFunc(fn.Params, func(v *ssa.Parameter) bool { return holdsState(v.Type()) }) ||
			slices.ContainsFunc(fn.FreeVars, func(v *ssa.FreeVar) bool { return holdsState(v.Type()) }) {
			return true
		}
		for instr := range ssaflow.Instrs(fn) {
			if slices.ContainsFunc(instr.Operands(nil), func(v *ssa.Value) bool {
				global, ok := (*v).(*ssa.Global)
				return ok && global.Pkg == fn.Pkg
			}) {
				return true
			}
			if call, ok := instr.(*ssa.Call); ok {
				if bodies, _ := l.flow.Callees(call); l.serves(bodies, depth-1) {
					return true
				}
			}
		}
		return false
	})
}

// holdsState reports whether a value of type t, or a variable of it, may be something to
// work on: no number, function or ticker.
func holdsState(t types.Type) bool {
	t = callmatch.Deref(callmatch.Deref(t))
	switch t.Underlying().(type) {
	case *types.Basic, *types.Signature:
		return false
	}
	return !syntax.IsTickType(t) && !callmatch.IsType(t, "time.Ticker") && !callmatch.IsType(t, "time.Timer")
}
