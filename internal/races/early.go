package races

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// early reports whether an access happens before the package has started any goroutine: while
// it is initialized, or in main, itself or in what main calls, before the first start there.
func early(a *access.Access) bool { return earlyAt(a.Func, a.Instr, make(map[*lockset.Func]bool)) }

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
