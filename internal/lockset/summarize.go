package lockset

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// maxRounds bounds the fixpoints; what is not final then is left as it is, which
// only means that less is known.
const maxRounds = 8

// summarizeAll computes summaries, callees first, until nothing changes.
func (p *Package) summarizeAll() {
	order, callers := p.calleesFirst()
	stale := make(map[*Func]bool)
	for _, f := range order {
		stale[f] = true
	}
	for range maxRounds {
		for _, f := range order {
			if !stale[f] {
				continue
			}
			delete(stale, f)
			if f.Relevant() && f.summarize() {
				f.version++
				for _, caller := range callers[f] {
					stale[caller] = true
				}
			}
		}
		if len(stale) == 0 {
			return
		}
	}
}

// Relevant reports whether f does anything to locks.
func (f *Func) Relevant() bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if len(f.Pkg.PermitOps(instr)) > 0 {
				return true
			}
			switch instr := instr.(type) {
			case ssa.CallInstruction:
				if len(f.Pkg.PermitsOf(instr.Common())) > 0 {
					return true
				}
				if len(f.Pkg.Ops(instr.Common())) > 0 || len(f.Pkg.Formatted(instr.Common())) > 0 {
					return true
				}
				if s := f.Pkg.SummaryOf(instr.Common()); s != nil && !s.Empty() {
					return true
				}
			case *ssa.Return:
				for _, v := range instr.Results {
					if len(f.Pkg.OpsOfValue(v)) > 0 {
						return true
					}
				}
			}
		}
	}
	return false
}

// calleesFirst returns all functions, callees first as far as that is possible, and for
// each the functions that use its summary.
func (p *Package) calleesFirst() (order []*Func, callers map[*Func][]*Func) {
	callers = make(map[*Func][]*Func)
	seen := make(map[*Func]bool)
	var visit func(f *Func)
	visit = func(f *Func) {
		if seen[f] {
			return
		}
		seen[f] = true
		for _, g := range f.uses() {
			callers[g] = append(callers[g], f)
			visit(g)
		}
		order = append(order, f)
	}
	for _, f := range p.Funcs {
		visit(f)
	}
	return order, callers
}

// uses returns the literals in f, the functions that f calls and those that it
// has as values.
func (f *Func) uses() []*Func {
	var list []*Func
	add := func(g *Func) {
		if g != nil && !slices.Contains(list, g) {
			list = append(list, g)
		}
	}
	for _, anon := range f.SSA.AnonFuncs {
		add(f.Pkg.ByFunc[anon])
	}
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case ssa.CallInstruction:
				add(f.Pkg.Callee(instr.Common()))
				if fn, args := f.Pkg.Target(instr.Common()); fn != nil {
					if i, ok := catalog.Marshalers[callmatch.Name(fn)]; ok && i < len(args) {
						if _, method := f.Pkg.marshaler(args[i]); method != nil {
							add(f.Pkg.ByObject[method.Origin()])
						}
					}
				}
			case *ssa.MakeClosure:
				add(f.Pkg.Callee(f.Pkg.calling(instr)))
			}
		}
	}
	return list
}
