package lockstate

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Leak is an exit of a function on which a lock stays held that is released on other
// paths, or nowhere.
type Leak struct {
	Op    Op
	At    ssa.CallInstruction   // the acquisition
	Exit  ssa.Instruction       // the *ssa.Return, or At again, in a loop
	Held  bool                  // on every path to Exit
	Path  []*ssa.BasicBlock     // from At to Exit
	Frees ssa.CallInstruction   // where another path releases it; nil if nothing does
	All   []ssa.CallInstruction // all such places

	// Private is set if the object of the lock is dropped with the function: nothing waits
	// for it.
	Private bool
	Doubts  []Doubt
}

// Leaks returns the leaks of f, in source order. A lock that f returns a release function
// for, or that it holds at all its exits for a caller that releases it, is none.
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

// released returns the doubt that some function releases the lock without having acquired
// it: the exit may pass the lock on. One that returns an error does not.
func (l *Leak) released(f *Func) []Doubt {
	at, ok := f.pkg.unpaired()[l.Op.Key]
	if l.Op.Key == "" || !ok || fails(l.Exit) {
		return nil
	}
	return []Doubt{{verdict.HandsOver, at}}
}

// unregistered returns the doubt that only the caller may have the object yet whose lock a
// failing return leaves held: it is new where the function is called, or other paths of the
// function publish it, and this one does not. What a caller does with it then is not known
// here.
func (l *Leak) unregistered(f *Func) []Doubt {
	param, ok := l.Op.Path.Root.(*ssa.Parameter)
	if !ok || param.Parent() != f.SSA || !fails(l.Exit) {
		return nil
	}
	if !(f.pkg.fresh(param, l.Exit) && f.pkg.registersLater(param)) && !f.registers(param, l.Exit) {
		return nil
	}
	return []Doubt{{verdict.BeforeSharing, l.At.Pos()}}
}

// registers reports whether f passes its argument to others, its own receiver apart, and
// never on a path to exit.
func (f *Func) registers(param *ssa.Parameter, exit ssa.Instruction) bool {
	if f.SSA.Signature.Recv() != nil && param == f.SSA.Params[0] {
		return false
	}
	given := f.pkg.givings(param)
	return len(given) > 0 && !slices.ContainsFunc(given, func(at ssa.Instruction) bool { return leads(at, exit, param) })
}

// lost reports whether the object at root is new in the function that exit leaves, and no
// other goroutine can have got it.
func (p *Package) lost(root ssa.Value, exit ssa.Instruction) bool {
	switch root.(type) {
	case nil, *ssa.Parameter, *ssa.FreeVar:
		return false
	}
	_, leaves := exit.(*ssa.Return)
	return leaves && root.Parent() == exit.Parent() && p.fresh(root, exit)
}

// fails reports whether an exit returns an error.
func fails(exit ssa.Instruction) bool {
	ret, ok := exit.(*ssa.Return)
	return ok && slices.ContainsFunc(ret.Results, func(v ssa.Value) bool {
		return callmatch.IsError(v.Type()) && !isNilConst(returned(ret, v))
	})
}

// returned returns what a return statement of a function with deferred calls has stored in the
// result that v reads, else v.
func returned(ret *ssa.Return, v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	for _, instr := range slices.Backward(ret.Block().Instrs) {
		if store, ok := instr.(*ssa.Store); ok && store.Addr == load.X {
			return store.Val
		}
	}
	return v
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
