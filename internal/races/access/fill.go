package access

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// fills returns the accesses of a call that writes what an argument points to: the fields of an object
// that it decodes into, or what a buffer holds.
//
//	viper.Unmarshal(&config)
//	io.Copy(w, s.buffer)
func fills(f *lockset.Func, call *ssa.Call) []*Access {
	fn, args := f.Pkg.Target(&call.Call)
	if fn == nil {
		return nil
	}
	offset := 0
	if fn.Signature().Recv() != nil {
		offset = 1
	}
	name := callmatch.Name(fn)
	var list []*Access
	if into, ok := catalog.Decoders[name]; ok && into.Into+offset < len(args) {
		list = filledBy(f, unboxed(args[into.Into+offset]), nameOfArg(f, call, into.Into))
	}
	for _, stream := range catalog.StreamArgs[name] {
		if stream.Arg < len(args) {
			list = append(list, streamed(f, unboxed(args[stream.Arg]), stream.Method)...)
		}
	}
	return list
}

// filledBy returns the writes of a decoder into what v points to: the fields of an object, or one field.
func filledBy(f *lockset.Func, v ssa.Value, pos token.Pos) []*Access {
	if addr, ok := v.(*ssa.FieldAddr); ok && !lockset.IsStruct(callmatch.Deref(addr.Type())) {
		list := chain(f, addr, true, addr.Pos())
		if len(list) > 0 && lockset.IsMap(callmatch.Deref(addr.Type())) {
			list[0].Content = true // entries are added to the map that is there
		}
		return list
	}
	return filled(f, v, pos)
}

// unboxed returns the value that an interface was made from.
func unboxed(v ssa.Value) ssa.Value {
	if boxed, ok := v.(*ssa.MakeInterface); ok {
		return boxed.X
	}
	return v
}

// streamed returns the access of what a value holds by a method of it, one of those that change it and do
// not lock it.
func streamed(f *lockset.Func, v ssa.Value, method string) []*Access {
	if !catalog.Mutators["(*"+callmatch.TypeName(callmatch.Deref(v.Type()))+")."+method] {
		return nil
	}
	if addr, ok := v.(*ssa.FieldAddr); ok {
		return chain(f, addr, true, addr.Pos())
	}
	return content(f, v, true)
}

// replaced returns the writes of the fields of an object by a store of another one in its place.
//
//	*s.config = loaded
func replaced(f *lockset.Func, store *ssa.Store) []*Access {
	if _, local := store.Addr.(*ssa.Alloc); local || !lockset.IsStruct(store.Val.Type()) {
		return nil
	}
	pos := store.Pos()
	switch addr := store.Addr.(type) {
	case *ssa.FieldAddr:
		pos = addr.Pos()
	case *ssa.UnOp:
		pos = LoadPos(addr)
		if field, ok := addr.X.(*ssa.FieldAddr); ok {
			pos = field.Pos()
		}
	}
	list := filled(f, store.Addr, pos)
	if _, pointee := store.Addr.(*ssa.UnOp); !pointee {
		for _, a := range list {
			a.Implied = true // the store itself is an access of the whole
		}
	}
	return list
}

// filled returns the writes of the fields of the object that v points to.
func filled(f *lockset.Func, v ssa.Value, pos token.Pos) []*Access {
	return parts(f, f.Pkg.Place(v).Path, callmatch.Deref(v.Type()), pos, 2)
}

// parts returns the writes of the fields of a struct, and of structs in it.
func parts(f *lockset.Func, owner lockset.Path, of types.Type, pos token.Pos, depth int) []*Access {
	st, ok := of.Underlying().(*types.Struct)
	if !ok || depth == 0 || strings.Contains(owner.Fields, "[") {
		return nil
	}
	var list []*Access
	for i := range st.NumFields() {
		field := st.Field(i).Origin()
		if Exempt(field.Type()) {
			continue
		}
		list = append(list, &Access{Pos: pos, Field: field, Owner: owner, Struct: of, Write: true, Whole: true})
		inner := lockset.Path{Root: owner.Root, Fields: owner.Fields + "." + field.Name()}
		list = append(list, parts(f, inner, field.Type(), pos, depth-1)...)
	}
	return list
}
