package lockstate

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Leak is a way out of a function on which a lock stays held that is given
// back on other ways.
type Leak struct {
	Op    Op
	At    ssa.CallInstruction   // the acquisition
	Exit  ssa.Instruction       // the *ssa.Return, or At again, round a loop
	Held  bool                  // on every way to Exit
	Path  []*ssa.BasicBlock     // from At to Exit
	Frees ssa.CallInstruction   // where another way releases it
	All   []ssa.CallInstruction // all such places

	Doubts []Doubt
}

// Leaks returns the leaks of f, in source order. A lock that f returns a release function
// for, or that it holds at all its ends for a caller who releases it, is none.
func (f *Func) Leaks() []Leak {
	if f.ranges() {
		return nil
	}
	var list []Leak
	f.Walk(func(instr ssa.Instruction, held State) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			return
		}
		for _, op := range f.pkg.Ops(&call.Call) {
			if op.Acquire && op.Net && !f.pkg.handedOver(f, op) {
				list = append(list, f.leaks(call, op)...)
			}
		}
	})
	slices.SortStableFunc(list, func(a, b Leak) int { return int(a.At.Pos() - b.At.Pos()) })
	return list
}

// released returns the doubt that some function releases the lock without having acquired it:
// the way out may hand the lock over. One that fails hands nothing over.
func (l *Leak) released(f *Func) []Doubt {
	at, ok := f.pkg.unpaired()[l.Op.Key]
	if l.Op.Key == "" || !ok || fails(l.Exit) {
		return nil
	}
	return []Doubt{{verdict.HandsOver, at}}
}

// fails reports whether a way out returns an error.
func fails(exit ssa.Instruction) bool {
	ret, ok := exit.(*ssa.Return)
	return ok && slices.ContainsFunc(ret.Results, func(v ssa.Value) bool {
		return callmatch.IsError(v.Type()) && !isNilConst(v)
	})
}

// ranges reports whether f has bodies of range-over-func loops, whose jumps are
// calls in disguise.
func (f *Func) ranges() bool {
	return f.SSA.Synthetic != "" || slices.ContainsFunc(f.SSA.AnonFuncs, loopBody)
}

// HeldAfter reports whether lock is held for sure at the end of b.
func (f *Func) HeldAfter(b *ssa.BasicBlock, lock Lock) bool {
	held := false
	last := lastOf(b)
	f.Walk(func(instr ssa.Instruction, st State) {
		if instr == last {
			h, ok := st[lock]
			held = ok && h.Must
		}
	})
	return held
}
