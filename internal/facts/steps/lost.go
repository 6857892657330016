package steps

import "go/types"

// A fact about a package gets as far as the package's types do: an importer of a package
// that only uses another one gets no facts of the latter. So the former exports what would
// be lost.

// A Lost is the fact about a package that the types of another one do not name.
type Lost struct {
	Path string
	Import
}

// carried is how many steps a package exports for others.
const carried = 20000

// lost returns the facts of other packages that importers of this package would miss, and
// whether there are more.
func (b *builder) lost() (list []Lost, partial bool) {
	reached := b.reach()
	n := 0
	for _, other := range b.imports() {
		if reached[other.Path] {
			continue
		}
		weight := other.weight()
		if n += weight; n > carried {
			partial = true
			other.Import = Import{Mask: other.Mask}
		}
		other.Lost = nil // they are in the list themselves
		list = append(list, other)
	}
	return list, partial
}

func (f *Import) weight() (n int) {
	count := func(*Step) bool { n++; return true }
	Each(f.Steps, count)
	for _, t := range f.Impls {
		n++
		for _, does := range t.Does {
			Each(does.Steps, count)
		}
	}
	return n
}

// reach returns the packages that the exported names of this one lead to.
func (b *builder) reach() map[string]bool {
	r := reach{b: b, pkgs: make(map[string]bool), seen: make(map[types.Type]bool)}
	scope := b.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		if obj := scope.Lookup(name); obj.Exported() {
			r.add(obj.Type())
		}
	}
	return r.pkgs
}

type reach struct {
	b    *builder
	pkgs map[string]bool
	seen map[types.Type]bool
}

func (r *reach) add(t types.Type) {
	switch t := t.(type) {
	case *types.Named:
		r.named(t)
	case *types.Alias:
		r.add(types.Unalias(t))
	case interface{ Elem() types.Type }:
		if m, ok := t.(*types.Map); ok {
			r.add(m.Key())
		}
		r.add(t.Elem())
	case *types.Signature:
		r.add(t.Params())
		r.add(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			r.add(v.Type())
		}
	case *types.Struct:
		for v := range t.Fields() {
			r.add(v.Type())
		}
	case *types.Interface:
		for m := range t.Methods() {
			r.add(m.Type())
		}
	}
}

func (r *reach) named(t *types.Named) {
	for arg := range t.TypeArgs().Types() {
		r.add(arg)
	}
	t = t.Origin()
	if r.seen[t] || t.Obj().Pkg() == nil || !r.b.ours(t.Obj().Pkg().Path()) {
		return
	}
	r.seen[t] = true
	r.pkgs[t.Obj().Pkg().Path()] = true
	r.add(t.Underlying())
	for m := range t.Methods() {
		r.add(m.Type())
	}
}
