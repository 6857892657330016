package lockstate

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// oneGoroutine reports whether all writes of the field, and the access, happen
// in one goroutine, which then reads its own writes and needs no lock for that.
func (p *Package) oneGoroutine(g *Guard, a *Access) bool {
	if a.Write {
		return false
	}
	roots := make(map[*Func]bool)
	a.Func.roots(roots, make(map[*Func]bool))
	for _, other := range g.Accesses {
		if other.Write {
			other.Func.roots(roots, make(map[*Func]bool))
		}
	}
	if len(roots) != 1 {
		return false
	}
	for root := range roots {
		return root != nil && (root.singular() || root.cursor())
	}
	return false
}

// roots adds the functions at which the goroutines begin that run f; nil stands
// for callers that cannot be seen.
func (f *Func) roots(found, seen map[*Func]bool) {
	if seen[f] {
		return
	}
	seen[f] = true
	if f.known != known {
		found[nil] = true
	}
	if f.root {
		found[f] = true
	}
	for _, s := range f.sites {
		if _, ok := s.instr.(*ssa.Go); ok {
			found[f] = true
		} else {
			s.caller.roots(found, seen)
		}
	}
}

// cursor reports whether f is a method that one reader calls again and again. The lock in
// it is for what others call meanwhile, such as Close.
func (f *Func) cursor() bool {
	return f.SSA.Signature.Recv() != nil && catalog.CursorMethods[f.SSA.Name()]
}

// singular reports whether f runs in one goroutine at a time: the body of one
// that is started in one place, or an exported function that loops on for as long
// as the object lives.
func (f *Func) singular() bool {
	if len(f.sites) > 1 {
		return false
	}
	if len(f.sites) == 1 {
		at := f.sites[0].instr
		return !loops(at.Block())
	}
	return f.serves()
}

// serves reports whether f waits for channels in a loop.
func (f *Func) serves() bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Select); ok && loops(b) {
				return true
			}
		}
	}
	return false
}
