package steps

import (
	"go/types"
	"hash/fnv"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// An Impl is a type of which values go into an interface, anywhere in the
// module: only such types may stand behind a call of an interface's method.
type Impl struct {
	Type    string
	Has     []uint32          // its methods
	Does    map[string][]Step // what those do that matter, by name
	Foreign bool              // what they do is not known
}

// method returns a number that two methods share which are the same to an
// interface.
func method(fn *types.Func) uint32 {
	h := fnv.New32a()
	h.Write([]byte(fn.Id()))
	sig := fn.Signature()
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		h.Write([]byte{0})
		for v := range tuple.Variables() {
			h.Write([]byte(types.TypeString(v.Type(), nil)))
			h.Write([]byte{1})
		}
	}
	return h.Sum32()
}

// interfaces returns the methods of the interfaces that the package declares.
func (b *builder) interfaces() map[string][]uint32 {
	all := make(map[string][]uint32)
	scope := b.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		if in, ok := tn.Type().Underlying().(*types.Interface); ok && in.NumMethods() > 0 {
			for m := range in.Methods() {
				all[callmatch.TypeName(tn.Type())] = append(all[callmatch.TypeName(tn.Type())], method(m))
			}
		}
	}
	return all
}

// impls returns the types that the package puts into interfaces and that are not
// in known.
func (b *builder) impls(known map[string]bool) (list []Impl) {
	for _, fn := range ssabuild.Of(b.pass).Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				mk, ok := instr.(*ssa.MakeInterface)
				if !ok {
					continue
				}
				named := callmatch.Named(mk.X.Type())
				if named == nil || named.Obj().Pkg() == nil || known[callmatch.TypeName(named)] || types.IsInterface(named) {
					continue
				}
				impl := b.impl(named)
				if to := callmatch.Named(mk.Type()); len(impl.Does) == 0 && (to == nil || to.Obj().Pkg() == nil || !b.ours(to.Obj().Pkg().Path())) {
					continue // it stands behind no interface of the module, and does nothing of interest
				}
				known[impl.Type] = true
				list = append(list, impl)
			}
		}
	}
	return list
}

// ours reports whether a package belongs to the module.
func (b *builder) ours(path string) bool {
	w := walker{builder: b}
	return path == b.pass.Pkg.Path() || w.module(path)
}

func (b *builder) impl(t *types.Named) Impl {
	impl := Impl{Type: callmatch.TypeName(t), Foreign: !b.ours(t.Obj().Pkg().Path())}
	for sel := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		fn := sel.Obj().(*types.Func)
		impl.Has = append(impl.Has, method(fn))
		if impl.Foreign {
			continue
		}
		if steps := fit(b.summary(fn).Steps, many); matters(steps) {
			if impl.Does == nil {
				impl.Does = make(map[string][]Step)
			}
			impl.Does[fn.Name()] = steps
		}
	}
	slices.Sort(impl.Has)
	return impl
}

// matters reports whether steps have to do with the life of a process.
func matters(list []Step) (found bool) {
	Each(list, func(s *Step) bool {
		found = found || s.Kind != Same && (!minor[s.Kind] || s.Kind == Unseen && s.Other != "")
		return !found
	})
	return found
}
