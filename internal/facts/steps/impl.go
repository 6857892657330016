package steps

import (
	"go/types"
	"hash/fnv"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// An Impl is a type of which values are converted to an interface, anywhere in the module:
// only such types may be called through an interface.
type Impl struct {
	Type    string
	Has     []uint32 // its methods
	Does    []Does   // what those do that matter
	Foreign bool     // what they do is not known
}

// An Iface is an interface and its methods. Facts have lists where maps would do: their
// encoding must be the same each time, or the go command's cache is never hit.
type Iface struct {
	Name string
	Has  []uint32
}

// Does is what a method does.
type Does struct {
	Method string
	Steps  []Step
}

// does returns what the method of a name does, if it matters.
func (t *Impl) does(name string) []Step {
	for _, d := range t.Does {
		if d.Method == name {
			return d.Steps
		}
	}
	return nil
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

// interfaces returns the interfaces that the package declares, and those without a name whose
// methods it calls.
func (b *builder) interfaces() (list []Iface) {
	scope := b.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		if in, ok := tn.Type().Underlying().(*types.Interface); ok && in.NumMethods() > 0 {
			list = append(list, iface(callmatch.TypeName(tn.Type()), in))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b.nameless)) {
		list = append(list, b.nameless[name])
	}
	return list
}

func iface(name string, in *types.Interface) Iface {
	i := Iface{Name: name}
	for m := range in.Methods() {
		i.Has = append(i.Has, method(m))
	}
	return i
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
					continue // it implements no interface of the module, and does nothing of interest
				}
				known[impl.Type] = true
				list = append(list, impl)
			}
		}
	}
	return list
}

// ours reports whether a package belongs to the module, or to another one of which the
// program has the source beside its own.
func (b *builder) ours(path string) bool {
	w := walker{builder: b}
	if path == b.pass.Pkg.Path() || w.module(path) {
		return true
	}
	b.imports()
	return b.local[path]
}

func (b *builder) impl(t *types.Named) Impl {
	ours, logs := b.ours(t.Obj().Pkg().Path()), catalog.LogPackages[t.Obj().Pkg().Path()]
	impl := Impl{Type: callmatch.TypeName(t), Foreign: !ours && !logs}
	for sel := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		fn := sel.Obj().(*types.Func)
		impl.Has = append(impl.Has, method(fn))
		if !ours {
			if logs && catalog.LogFlushes[callmatch.Name(fn)] {
				impl.Does = append(impl.Does, Does{fn.Name(), []Step{{Kind: Flush, What: callmatch.Name(fn), Key: receiverKey, At: b.at(t.Obj().Pos())}}})
			}
			continue
		}
		if row, ok := catalog.Closes[callmatch.Name(fn)]; ok { // of what it embeds
			impl.Does = append(impl.Does, Does{fn.Name(), []Step{{Kind: Release, What: row.Type, Client: row.Client, At: b.at(t.Obj().Pos())}}})
		} else if recv := fn.Signature().Recv().Type(); types.IsInterface(recv) { // promoted by what it embeds
			if name := b.resolvable(recv); name != "" {
				impl.Does = append(impl.Does, Does{fn.Name(), []Step{{Kind: Unseen, What: callmatch.Name(fn), Other: name, Hard: quiet(fn), At: b.at(t.Obj().Pos())}}})
			}
		} else if steps := fit(b.ended(fn), many, ""); matters(steps) {
			impl.Does = append(impl.Does, Does{fn.Name(), steps})
		}
	}
	slices.Sort(impl.Has)
	return impl
}

// ended returns what a method does, with what it writes to disk in place of what it ends. It writes at
// several places, of which one is known, and the last after what it waits for.
func (b *builder) ended(fn *types.Func) []Step {
	list := b.summary(fn).Steps
	i := persists(fn, list)
	if i < 0 {
		return list
	}
	typ := callmatch.TypeName(fn.Signature().Recv().Type()) // the program has one, as far as is known
	at := i + 1
	for j, s := range list {
		if s.Kind == Recv || s.Kind == Join {
			at = max(at, j+1)
		}
	}
	return slices.Insert(slices.Clone(list), at, Step{Kind: Release, What: typ, Key: typ, At: list[i].At})
}

// matters reports whether steps have to do with the life of a process.
func matters(list []Step) bool { return mattersIf(list, func(*Step) bool { return true }) }

// mattersIf is matters where only some calls of interfaces' methods do.
func mattersIf(list []Step, calls func(*Step) bool) (found bool) {
	Each(list, func(s *Step) bool {
		switch {
		case s.Kind == Unseen:
			found = found || s.Other != "" && calls(s)
		default:
			found = found || s.Kind != Same && s.What != Anything && !minor[s.Kind]
		}
		return !found
	})
	return found
}
