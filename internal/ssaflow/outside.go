package ssaflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// open reports whether code outside of the package, or a call through an interface, may
// call fn.
func (f *Flow) open(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok || !obj.Exported() {
		return false
	}
	if f.pkg.Name() != "main" {
		return true
	}
	recv := obj.Signature().Recv()
	if recv == nil {
		return false
	}
	named := callmatch.Named(recv.Type())
	return named == nil || f.boxed[named.Origin().Obj()]
}

// openFunc records that unknown code calls fn: it passes what it likes, and
// gets the results.
func (f *Flow) openFunc(fn *ssa.Function) bool {
	if f.opened[fn] {
		return false
	}
	f.opened[fn] = true
	for _, p := range fn.Params {
		f.foreign(p)
		f.give(p)
	}
	res := fn.Signature.Results()
	for i := range res.Len() {
		if tracked(res.At(i).Type()) {
			f.giveKey(result{fn, i}, res.At(i).Type())
		}
	}
	return true
}

// foreign records that v may come from elsewhere.
func (f *Flow) foreign(v ssa.Value) {
	switch {
	case tracked(v.Type()):
		f.class(v).comes()
	case trackedPointer(v.Type()):
		f.class(f.content(v)).comes()
	}
}

// give records that v gets to unknown code.
func (f *Flow) give(v ssa.Value) {
	if _, ok := v.(*ssa.Const); ok {
		return
	}
	switch {
	case tracked(v.Type()):
		f.giveKey(v, v.Type())
	case trackedPointer(v.Type()):
		f.class(f.content(v)).open()
	}
}

func (f *Flow) giveKey(key any, t types.Type) {
	c := f.class(key)
	c.Beyond = true
	c.give(t)
}

// open records that unknown code may do anything to the class.
func (c *Class) open() { c.Foreign, c.OutSends, c.OutReceives, c.Beyond = true, true, true, true }

// comes records that unknown code may have made values of the class.
func (c *Class) comes() { c.Foreign, c.Beyond = true, true }

// give records that unknown code gets values of type t.
func (c *Class) give(t types.Type) {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok || ch.Dir() != types.SendOnly {
		c.OutReceives = true
	}
	if !ok || ch.Dir() != types.RecvOnly {
		c.OutSends = true
	}
}

// box records that values of type t are seen through an interface; so are the
// structs embedded in it, whose methods it has.
func (f *Flow) box(t types.Type) {
	named := callmatch.Named(t)
	if named == nil {
		return
	}
	obj := named.Origin().Obj()
	if f.boxed[obj] {
		return
	}
	f.boxed[obj] = true
	if st, ok := named.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			if st.Field(i).Embedded() {
				f.box(st.Field(i).Type())
			}
		}
	}
}
