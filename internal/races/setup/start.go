package setup

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// BeforeStart reports whether the function starts a goroutine after the access,
// and none before: the object is only now given to others. A read in a method that
// others call prepares nothing, unless the method begins the object's work; nor does one
// under a lock of the object, which expects that others have it.
func BeforeStart(a *access.Access) bool {
	return !afterStart(a) && slices.ContainsFunc(startsIn(a.Func), func(start ssa.Instruction) bool {
		return lockset.Precedes(a.Instr, start)
	}) && (a.Write || beginsWork(a) || !expectsOthers(a) && (!a.Func.Root || a.Func.SSA.Signature.Recv() == nil))
}

// beginsWork reports whether the function of an access is one by which an object begins to be used.
func beginsWork(a *access.Access) bool { return ByName(a.Func) || a.Func.Serves() }

// expectsOthers reports whether an access holds a lock of the object that it is made of.
//
//	c.members.Lock()
//	if c.state == alive { // guarded by another lock
//		go c.rejoin()
//	}
func expectsOthers(a *access.Access) bool {
	return slices.ContainsFunc(a.Held, func(h lockset.Hold) bool { return a.Besides(h.Path) })
}

// afterStart reports whether the function may have started a goroutine before the access.
func afterStart(a *access.Access) bool {
	return slices.ContainsFunc(startsIn(a.Func), func(start ssa.Instruction) bool { return lockset.Precedes(start, a.Instr) })
}

// startsIn returns where f starts goroutines that run another function: one that starts itself
// again has long been shared.
func startsIn(f *lockset.Func) []ssa.Instruction {
	var list []ssa.Instruction
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && f.Pkg.Starts(instr) && !slices.Contains(f.Pkg.Targets(call), f) {
				list = append(list, instr)
			}
		}
	}
	return list
}

// Early reports whether an access happens before the package has started any goroutine: while
// it is initialized, or in main, itself or in what main calls, before the first start there.
func Early(a *access.Access) bool { return earlyAt(a.Func, a.Instr, make(map[*lockset.Func]bool)) }

func earlyAt(f *lockset.Func, at ssa.Instruction, seen map[*lockset.Func]bool) bool {
	switch {
	case f.Started() || seen[f] || mayHaveStarted(f, at):
		return false
	case f.InInit() && f.SSA.Parent() == nil || f.InMain():
		return true
	case f.Callers != lockset.Known || f.AsValue() || f.Root && !f.Closed() || len(f.Sites) == 0:
		return false
	}
	seen[f] = true
	return !slices.ContainsFunc(f.Sites, func(s lockset.Site) bool { return s.Start || !earlyAt(s.Caller, s.Instr, seen) })
}

// mayHaveStarted reports whether f, or what it calls in the package, may have started a
// goroutine before an instruction.
func mayHaveStarted(f *lockset.Func, at ssa.Instruction) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if leadsToStart(f.Pkg, instr) && lockset.Precedes(instr, at) {
				return true
			}
		}
	}
	return false
}

// leadsToStart reports whether an instruction starts a goroutine, itself or in what it calls
// in the package.
func leadsToStart(p *lockset.Package, instr ssa.Instruction) bool {
	if p.Starts(instr) {
		return true
	}
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	callee := p.Callee(call.Common())
	return callee != nil && startBelow(p)[callee]
}

// startBelow returns the functions of the package that start a goroutine, themselves or in what
// they call.
func startBelow(p *lockset.Package) startingFuncs {
	starting := lockset.Memo[startingFuncs](p)
	if *starting != nil {
		return *starting
	}
	*starting = make(startingFuncs)
	for _, f := range p.Funcs {
		if len(startsIn(f)) > 0 {
			starting.mark(f)
		}
	}
	return *starting
}

// startingFuncs are functions that start a goroutine, and those that call them.
type startingFuncs map[*lockset.Func]bool

func (starting startingFuncs) mark(f *lockset.Func) {
	if starting[f] {
		return
	}
	starting[f] = true
	for _, s := range f.Sites {
		starting.mark(s.Caller)
	}
}
