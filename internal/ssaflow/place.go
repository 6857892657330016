package ssaflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// content returns the key of what pointer p points to, and notes what is known
// about that place.
func (f *Flow) content(p ssa.Value) any {
	switch p := p.(type) {
	case *ssa.FieldAddr:
		return f.fieldAt(p.X.Type(), p.Field)
	case *ssa.Global:
		c := f.class(cell{p})
		if p.Pkg != f.SSA.Package || p.Object() != nil && p.Object().Exported() && f.pkg.Name() != "main" {
			c.open()
		}
		return cell{p}
	case *ssa.Alloc, *ssa.FreeVar, *ssa.Parameter, *ssa.Phi:
		return cell{p}
	case *ssa.IndexAddr:
		if key := f.container(p.X); key != nil && !f.settled {
			f.class(elem{key}).Elements = true
			return elem{key}
		}
	}
	c := f.class(cell{p}) // an element of a container, a pointer from anywhere
	c.open()
	return cell{p}
}

// fieldAt returns the key of a field of a struct, or of what points to one. A struct
// type without a name is one type wherever it is written, but each has fields of its
// own. In a generic type its fields have types that depend on the instance, so that the
// names have to do.
func (f *Flow) fieldAt(t types.Type, i int) any {
	if st, ok := types.Unalias(callmatch.Deref(t)).(*types.Struct); ok && !f.settled {
		same := slices.IndexFunc(f.unnamed, func(other *types.Struct) bool { return sameNames(st, other) })
		if same < 0 {
			f.unnamed = append(f.unnamed, st)
		} else {
			f.convert(f.unnamed[same], st)
		}
	}
	return f.field(structField(t, i))
}

// sameNames reports whether two structs have fields of the same names.
func sameNames(a, b *types.Struct) bool {
	for i := range min(a.NumFields(), b.NumFields()) {
		if a.Field(i).Name() != b.Field(i).Name() {
			return false
		}
	}
	return a.NumFields() == b.NumFields()
}

// field returns the key of a struct field.
func (f *Flow) field(v *types.Var) any {
	v = f.declared(v)
	c := f.class(v)
	if len(c.Fields) == 0 || !contains(c.Fields, v) {
		c.Fields = append(c.Fields, v)
	}
	if v.Pkg() != f.pkg {
		c.open()
	} else if v.Exported() && f.pkg.Name() != "main" {
		c.Foreign = true
		c.give(v.Type())
	}
	return v
}

// declared returns a field as its declaration has it. SSA makes new fields for the structs
// without a name in an instance of a generic type, which do not know their origin.
func (f *Flow) declared(v *types.Var) *types.Var {
	if d := f.fields[v.Pos()]; d != nil && v.Pkg() == f.pkg {
		return d
	}
	return v.Origin()
}

// convert notes that values of one struct type become values of another: what the
// fields of one hold is then in those of the other.
func (f *Flow) convert(to, from types.Type) {
	a, ok := callmatch.Deref(to).Underlying().(*types.Struct)
	b, same := callmatch.Deref(from).Underlying().(*types.Struct)
	if !ok || !same || a == b || a.NumFields() != b.NumFields() {
		return
	}
	for i := range a.NumFields() {
		if tracked(a.Field(i).Type()) && tracked(b.Field(i).Type()) {
			f.union(f.field(a.Field(i)), f.field(b.Field(i)))
		}
	}
}

func contains(list []*types.Var, v *types.Var) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

func structField(t types.Type, i int) *types.Var {
	if st, ok := coreStruct(callmatch.Deref(t)); ok {
		return st.Field(i)
	}
	return types.NewField(token.NoPos, nil, "", types.Typ[types.Invalid], false)
}

// coreStruct returns the struct under t, also for a type parameter.
func coreStruct(t types.Type) (*types.Struct, bool) {
	if st, ok := t.Underlying().(*types.Struct); ok {
		return st, true
	}
	if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
		if iface, ok := tp.Underlying().(*types.Interface); ok {
			for i := range iface.NumEmbeddeds() {
				if st, ok := iface.EmbeddedType(i).Underlying().(*types.Struct); ok {
					return st, true
				}
			}
		}
	}
	return nil, false
}
