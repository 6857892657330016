package lockuse

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Leak is an exit of a function on which a lock stays held that is released on other
// paths, or nowhere.
type Leak struct {
	Op    lockset.Op
	At    ssa.CallInstruction   // the acquisition
	Exit  ssa.Instruction       // the *ssa.Return, or At again, in a loop
	Held  bool                  // on every path to Exit
	Path  []*ssa.BasicBlock     // from At to Exit
	Frees ssa.CallInstruction   // where another path releases it; nil if nothing does
	All   []ssa.CallInstruction // all such places

	// Private is set if the object of the lock is dropped with the function: nothing waits
	// for it.
	Private bool
	Doubts  []verdict.DoubtAt
}

// Leaks returns the leaks of f, in source order. A lock that f returns a release function
// for, or that it holds at all its exits for a caller that releases it, is none.
func Leaks(f *lockset.Func) []Leak {
	if ranges(f) {
		return nil
	}
	var list []Leak
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			return
		}
		for _, op := range f.Pkg.Ops(&call.Call) {
			if op.Acquire && op.Net && !handedOver(f.Pkg, f, op) {
				list = append(list, leaks(f, call, op)...)
			}
		}
	})
	slices.SortStableFunc(list, func(a, b Leak) int { return int(a.At.Pos() - b.At.Pos()) })
	return list
}

// released returns the doubt that some function releases the lock without having acquired
// it: the exit may pass the lock on. One that returns an error does not.
func (l *Leak) released(f *lockset.Func) []verdict.DoubtAt {
	at, ok := unpaired(f.Pkg)[l.Op.Key]
	if l.Op.Key == "" || !ok || lockset.Fails(l.Exit) {
		return nil
	}
	return []verdict.DoubtAt{verdict.HandsOver.At(at)}
}

// unregistered returns the doubt that only the caller may have the object yet whose lock a
// failing return leaves held: it is new where the function is called, or other paths of the
// function publish it, and this one does not. What a caller does with it then is not known
// here.
func (l *Leak) unregistered(f *lockset.Func) []verdict.DoubtAt {
	param, ok := l.Op.Path.Root.(*ssa.Parameter)
	if !ok || param.Parent() != f.SSA || !lockset.Fails(l.Exit) {
		return nil
	}
	if !(f.Pkg.Fresh(param, l.Exit) && f.Pkg.RegistersLater(param)) && !registers(f, param, l.Exit) {
		return nil
	}
	return []verdict.DoubtAt{verdict.BeforeSharing.At(l.At.Pos())}
}

// registers reports whether f passes its argument to others, its own receiver apart, and
// never on a path to exit.
func registers(f *lockset.Func, param *ssa.Parameter, exit ssa.Instruction) bool {
	if f.SSA.Signature.Recv() != nil && param == f.SSA.Params[0] {
		return false
	}
	given := f.Pkg.Givings(param)
	return len(given) > 0 && !slices.ContainsFunc(given, func(at ssa.Instruction) bool { return lockset.Leads(at, exit, param) })
}

// lost reports whether the object at root is new in the function that exit leaves, and no
// other goroutine can have got it.
func lost(p *lockset.Package, root ssa.Value, exit ssa.Instruction) bool {
	switch root.(type) {
	case nil, *ssa.Parameter, *ssa.FreeVar:
		return false
	}
	_, leaves := exit.(*ssa.Return)
	return leaves && root.Parent() == exit.Parent() && p.Fresh(root, exit)
}

// ranges reports whether f has bodies of range-over-func loops, whose jumps are
// calls in disguise.
func ranges(f *lockset.Func) bool {
	return f.SSA.Synthetic != "" || slices.ContainsFunc(f.SSA.AnonFuncs, loopBody)
}

// HeldAfter reports whether lock is held for sure at the end of b.
func HeldAfter(f *lockset.Func, b *ssa.BasicBlock, lock lockset.Lock) bool {
	h, ok := f.At(lockset.LastOf(b))[lock]
	return ok && h.Must
}
