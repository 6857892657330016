package ssaflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Class stands for all values of channel, function or context type that may
// be the same.
type Class struct {
	// Makes are where values of the class begin: *ssa.MakeChan, *ssa.Function,
	// *ssa.MakeClosure, and results of calls the catalog knows (an *ssa.Call, or
	// an *ssa.Extract of one), such as context.WithCancel or ctx.Done.
	Makes []ssa.Value

	Sends    []Op
	Receives []Op // bare, comma-ok, and in select
	Ranges   []Op // for range over the channel
	Closes   []Op
	Calls    []Op // of a function value, go and defer included

	// Foreign is set when values made elsewhere may be among them: parameters of
	// functions that others call, results of unknown calls, elements of
	// containers.
	Foreign bool
	// OutReceives, OutSends: code elsewhere may receive from the channel, or may
	// send on it, close it or (for a function) call it.
	OutReceives, OutSends bool
	// Beyond is set when that is so for another reason than that a field which holds it
	// is exported.
	Beyond bool

	Fields []*types.Var // struct fields that hold it
	// Elements is set for channels that are elements of a map or slice all uses of which
	// are seen, where that is the only reason for them to count as foreign: all of the
	// elements are one class.
	Elements bool
	// Sealed is set where that is so, or others only receive: the package alone could close them.
	Sealed bool
	funcs  map[*ssa.Function]bool
}

// An Op is one operation on a class.
type Op struct {
	Instr ssa.Instruction // *ssa.Send, *ssa.UnOp, *ssa.Select, or the call
	// Guarded is set for a case of a select that has another case or a default.
	Guarded bool
	State   int // index of the case in a select, else -1
}

// Fn returns the function that contains the operation.
func (o Op) Fn() *ssa.Function { return o.Instr.Parent() }

// Level says how far the values of a class get.
type Level int

const (
	Local       Level = iota // one declared function and its literals
	Package                  // this package
	ReceiveOnly              // others can receive, and nothing else
	Escaped                  // others can send, close, call
)

// Level returns how far the values of the class get.
func (c *Class) Level() Level {
	switch {
	case c.Foreign || c.OutSends:
		return Escaped
	case c.OutReceives:
		return ReceiveOnly
	}
	var home *ssa.Function
	for fn := range c.funcs {
		for fn.Parent() != nil {
			fn = fn.Parent()
		}
		if home != nil && home != fn {
			return Package
		}
		home = fn
	}
	if len(c.Fields) > 0 {
		return Package
	}
	return Local
}

// Capacity returns the buffer size of the channels of the class, and false when
// it is not one known constant or not all makes are seen.
func (c *Class) Capacity() (int64, bool) {
	if c.Foreign {
		return 0, false
	}
	return c.MadeCapacity()
}

// MadeCapacity is Capacity for the channels that are made in this package, where others
// may put one of theirs into a field.
func (c *Class) MadeCapacity() (int64, bool) {
	if c.Foreign && c.Beyond || len(c.Makes) == 0 {
		return 0, false
	}
	size := int64(-1)
	for _, m := range c.Makes {
		mk, ok := m.(*ssa.MakeChan)
		if !ok {
			return 0, false
		}
		n, ok := mk.Size.(*ssa.Const)
		if !ok || n.Value == nil || size >= 0 && size != n.Int64() {
			return 0, false
		}
		size = n.Int64()
	}
	return size, true
}

// key identifies a value, or what a pointer points to.
type (
	cell   struct{ v ssa.Value } // content of a pointer that is no field or global
	result struct {
		fn *ssa.Function
		i  int
	}
)

// Class returns the class of v, a channel, function or context; nil when v is
// none or a constant.
func (f *Flow) Class(v ssa.Value) *Class {
	if _, ok := v.(*ssa.Const); ok || !tracked(v.Type()) {
		return nil
	}
	return f.class(v)
}

// FieldClass returns the class of what a struct field holds.
func (f *Flow) FieldClass(field *types.Var) *Class {
	if !tracked(field.Type()) {
		return nil
	}
	return f.class(f.declared(field))
}

// Channels returns all classes that hold a channel made in this package, in the
// order of their makes.
func (f *Flow) Channels() []*Class {
	var list []*Class
	for _, c := range f.classes {
		if slices.ContainsFunc(c.Makes, func(m ssa.Value) bool { _, ok := m.(*ssa.MakeChan); return ok }) {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b *Class) int { return int(a.Makes[0].Pos() - b.Makes[0].Pos()) })
	return list
}

// tracked reports whether values of type t are grouped.
func tracked(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Chan, *types.Signature:
		return true
	}
	return IsContext(t)
}

// trackedPointer reports whether t points to a tracked value.
func trackedPointer(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	return ok && tracked(ptr.Elem())
}

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	obj := named.Obj()
	return obj.Name() == "Context" && obj.Pkg() != nil && obj.Pkg().Path() == "context"
}
