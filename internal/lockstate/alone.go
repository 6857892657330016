package lockstate

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

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
	if f.root && !f.closed() {
		found[f] = true
	}
	for _, s := range f.sites {
		if s.start || s.began != nil {
			found[f] = true
		} else {
			s.caller.roots(found, seen)
		}
	}
}

// closed reports whether all callers of f, a function of a program, are in this package,
// although its name is exported.
func (f *Func) closed() bool {
	return f.SSA.Pkg != nil && f.SSA.Pkg.Pkg.Name() == "main" && len(f.sites) > 0 && !f.uncalled && !handles(f.SSA) && !f.asValue()
}

// cursor reports whether f is a method that one reader calls in a loop. The lock in it is
// for what others call concurrently, such as Close.
func (f *Func) cursor() bool {
	return f.SSA.Signature.Recv() != nil && catalog.CursorMethods[f.SSA.Name()]
}

// setsUp reports whether f is a method that is called while its object is set up.
func (f *Func) setsUp() bool {
	sig := f.SSA.Signature
	return sig.Recv() != nil && sig.Params().Len() == 1 &&
		catalog.SetupMethods[f.SSA.Name()] == types.TypeString(sig.Params().At(0).Type(), nil)
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
