package ssaflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// ownGlobal reports whether a variable of the package is visible in it only, and its value is used for its
// elements alone.
func (f *Flow) ownGlobal(g *ssa.Global) bool {
	v, ok := g.Object().(*types.Var)
	if !ok || v.Pkg() != f.pkg {
		return false
	}
	if own, ok := f.containers[v]; ok {
		return own
	}
	f.containers[v] = true // as long as it is looked at
	own := !v.Exported() || f.pkg.Name() == "main"
	f.containers[v] = own && !slices.ContainsFunc(f.globalUses()[g], func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.Store:
			return use.Addr != ssa.Value(g) || !isNil(use.Val) && !madeHere(use.Val)
		case *ssa.UnOp:
			return use.Op != token.MUL || !f.onlyElements(use, 5)
		}
		return true
	})
	return f.containers[v]
}

// globalUses returns what the package does with each of its variables that is a map or slice of channels.
func (f *Flow) globalUses() map[*ssa.Global][]ssa.Instruction {
	if f.globals != nil {
		return f.globals
	}
	f.globals = make(map[*ssa.Global][]ssa.Instruction)
	for _, fn := range f.functions() {
		for instr := range Instrs(fn) {
			for _, op := range instr.Operands(nil) {
				if g, ok := (*op).(*ssa.Global); ok && holdsChannels(callmatch.Deref(g.Type())) {
					f.globals[g] = append(f.globals[g], instr)
				}
			}
		}
	}
	return f.globals
}
