package lockset

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// resolveInvokes adds the calls through an interface to the sites of the methods that they may run:
// those of unexported types which the package converts to an interface. Importers cannot name such a
// type, and call its methods all the same.
func (p *Package) resolveInvokes() {
	boxed := p.boxed()
	for _, f := range p.Funcs {
		for _, b := range f.SSA.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if ok && call.Common().IsInvoke() && p.Callee(call.Common()) == nil {
					f.invokes(call, boxed)
				}
			}
		}
	}
	for t, ifaces := range boxed {
		for name := range ifaces {
			if m := p.method(types.NewPointer(t), name); m != nil {
				m.boxed = true
			}
		}
	}
}

// invokes adds one call. A method that nothing calls by its name is called by others anyway.
func (f *Func) invokes(call ssa.CallInstruction, boxed map[*types.Named]map[string]bool) {
	common := call.Common()
	iface, ok := common.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return
	}
	_, start := call.(*ssa.Go)
	for _, t := range f.Pkg.named {
		if boxed[t] == nil || !types.Implements(types.NewPointer(t), iface) {
			continue
		}
		if m := f.Pkg.method(types.NewPointer(t), common.Method.Name()); m != nil && len(m.Sites) > 0 {
			m.Sites = append(m.Sites, Site{Caller: f, Instr: call, Start: start, Value: true})
			m.invoked = true
			f.Pkg.dynamic[call] = append(f.Pkg.dynamic[call], m)
		}
	}
}

// boxed returns the unexported types that the package converts to interfaces, with the methods of those
// that other packages may have.
func (p *Package) boxed() map[*types.Named]map[string]bool {
	boxed := make(map[*types.Named]map[string]bool)
	for _, f := range p.Funcs {
		for _, b := range f.SSA.Blocks {
			for _, instr := range b.Instrs {
				mi, ok := instr.(*ssa.MakeInterface)
				if !ok {
					continue
				}
				t := callmatch.Named(mi.X.Type())
				iface, ok := mi.Type().Underlying().(*types.Interface)
				if !ok || t == nil || t.Obj().Pkg() != p.Types || t.Obj().Exported() || t.TypeParams().Len() > 0 || iface.NumMethods() == 0 {
					continue
				}
				if boxed[t] == nil {
					boxed[t] = make(map[string]bool)
				}
				if named := callmatch.Named(mi.Type()); named == nil || !named.Obj().Exported() && named.Obj().Pkg() == p.Types {
					continue
				}
				for m := range iface.Methods() {
					boxed[t][m.Name()] = true
				}
			}
		}
	}
	return boxed
}
