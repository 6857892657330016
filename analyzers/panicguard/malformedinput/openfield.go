package malformedinput

import (
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A field of a struct that holds a value of any type.
type anyField struct {
	owner types.Type
	field *types.Var
	tag   reflect.StructTag
}

// openField returns the field that a value is read from, if it may hold a value of any type: what it holds
// after a message was decoded depends on the message.
//
//	type point struct {
//		Value any `json:"value"`
//	}
func openField(v ssa.Value) *anyField {
	var x ssa.Value
	i := -1
	switch v := v.(type) {
	case *ssa.Field:
		x, i = v.X, v.Field
	case *ssa.UnOp:
		if addr, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			x, i = addr.X, addr.Field
		}
	}
	if i < 0 {
		return nil
	}
	owner := callmatch.Deref(x.Type())
	st, ok := owner.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	if iface, ok := st.Field(i).Type().Underlying().(*types.Interface); !ok || iface.NumMethods() > 0 {
		return nil
	}
	return &anyField{owner, st.Field(i).Origin(), reflect.StructTag(st.Tag(i))}
}

// ofOpenField returns where the value of an asserted field comes from. It is foreign where the package
// decodes the struct, and where the asserted type is one that decoders choose and the package never sets the
// field; ok is false if it is no such field.
func (o *origins) ofOpenField(assert *ssa.TypeAssert) (from origin, ok bool) {
	f := openField(assert.X)
	if f == nil {
		return own, false
	}
	stored, set := o.stored[f.field]
	switch {
	case o.parsed[f.owner]:
		return foreign, true
	case set:
		return o.all(stored...), true
	case hasTag(f.tag) && chosenByDecoders(assert.AssertedType):
		return foreign, true
	case hasTag(f.tag):
		return unknown, true
	}
	return own, true
}

// originOf returns where the value of an operation comes from.
func (s *search) originOf(op operation) origin {
	if op.kind == asserts {
		if from, ok := s.origins.ofOpenField(op.instr.(*ssa.TypeAssert)); ok {
			return from
		}
	}
	return s.originsFor(op).of(op.value)
}

// hasTag reports whether a field is one of a message.
func hasTag(tag reflect.StructTag) bool {
	for key := range catalog.MessageTags {
		if name, ok := tag.Lookup(key); ok && name != "-" {
			return true
		}
	}
	return false
}

// chosenByDecoders reports whether a type is the one that decoders make of a number, an object or a list,
// and that programs rarely put into an interface themselves.
func chosenByDecoders(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return !ok || basic.Kind() == types.Float64
}

// noteParsed notes the types that a call decodes into, and those of what these are made of.
func (o *origins) noteParsed(call *ssa.CallCommon) {
	if !decodes(call) {
		return
	}
	for _, arg := range call.Args {
		if made, ok := arg.(*ssa.MakeInterface); ok {
			arg = made.X
		}
		if _, ok := arg.Type().Underlying().(*types.Pointer); ok {
			o.parses(arg.Type(), maxDepth)
		}
	}
}

// parses notes a type, and those of its parts; depth ends types that contain themselves.
func (o *origins) parses(t types.Type, depth int) {
	if depth == 0 {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		o.parses(u.Elem(), depth-1)
	case *types.Slice:
		o.parses(u.Elem(), depth-1)
	case *types.Map:
		o.parses(u.Elem(), depth-1)
	case *types.Struct:
		if o.parsed[t] {
			return
		}
		o.parsed[t] = true
		for field := range u.Fields() {
			o.parses(field.Type(), depth-1)
		}
	}
}
