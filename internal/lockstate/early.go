package lockstate

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// early reports whether an access happens before the package has started any goroutine: while
// it is initialized, or in main, itself or in what main calls, before the first start there.
func (a *Access) early() bool { return a.Func.early(a.Instr, make(map[*Func]bool)) }

func (f *Func) early(at ssa.Instruction, seen map[*Func]bool) bool {
	switch {
	case f.started() || seen[f] || f.mayHaveStarted(at):
		return false
	case f.inInit() && f.SSA.Parent() == nil || f.inMain():
		return true
	case f.known != known || f.asValue() || f.root && !f.closed() || len(f.sites) == 0:
		return false
	}
	seen[f] = true
	return !slices.ContainsFunc(f.sites, func(s site) bool { return s.start || !s.caller.early(s.instr, seen) })
}

// mayHaveStarted reports whether f, or what it calls in the package, may have started a
// goroutine before an instruction.
func (f *Func) mayHaveStarted(at ssa.Instruction) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if f.pkg.leadsToStart(instr) && precedes(instr, at) {
				return true
			}
		}
	}
	return false
}

// leadsToStart reports whether an instruction starts a goroutine, itself or in what it calls
// in the package.
func (p *Package) leadsToStart(instr ssa.Instruction) bool {
	if p.starts(instr) {
		return true
	}
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	callee := p.Callee(call.Common())
	return callee != nil && p.startBelow()[callee]
}

// startBelow returns the functions of the package that start a goroutine, themselves or in what
// they call.
func (p *Package) startBelow() map[*Func]bool {
	if p.starting != nil {
		return p.starting
	}
	p.starting = make(map[*Func]bool)
	var mark func(f *Func)
	mark = func(f *Func) {
		if p.starting[f] {
			return
		}
		p.starting[f] = true
		for _, s := range f.sites {
			mark(s.caller)
		}
	}
	for _, f := range p.Funcs {
		if len(f.startsIn()) > 0 {
			mark(f)
		}
	}
	return p.starting
}
