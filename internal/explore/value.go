package explore

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// kind says what a value is.
type kind uint8

const (
	unknown  kind = iota // n is a symbol; 0 has no name yet
	number               // n
	truth                // n is 0 or 1
	text                 // x.text
	null                 // nil of any type
	pointer              // object n, slot off
	channel              // object n
	function             // x.fn, and in x.list what it captures or is bound to
	boxed                // value of interface type: x.typ and x.list[0]
	bundle               // struct, array or tuple: x.list
	slice                // object n, from slot off, len elements
	table                // map: object n
	ctx                  // context: object n, none for those that never end
	ender                // function that ends the context n
	lock                 // state of a sync type: see the constants of slots
)

// A value is what a variable holds. Values are immutable.
type value struct {
	k   kind
	off int32
	len int32
	n   int64
	x   *extra
}

type extra struct {
	text string
	fn   *ssa.Function
	typ  types.Type
	list []value
}

func intValue(n int64) value { return value{k: number, n: n} }

func boolValue(b bool) value {
	if b {
		return value{k: truth, n: 1}
	}
	return value{k: truth}
}

func listValue(list []value) value { return value{k: bundle, x: &extra{list: list}} }

func funcValue(fn *ssa.Function, bound []value) value {
	return value{k: function, x: &extra{fn: fn, list: bound}}
}

// an addr is a place in memory.
type addr struct {
	obj int64
	off int32
}

func (v value) addr() addr { return addr{v.n, v.off} }

// same compares two known values; known is false if the result cannot be determined.
func same(a, b value) (equal, known bool) {
	if a.k == unknown || b.k == unknown {
		return a.k == b.k && a.n == b.n && a.n != 0, a.k == b.k && a.n == b.n && a.n != 0
	}
	if a.k != b.k {
		return false, a.k == null || b.k == null || a.k != boxed && b.k != boxed
	}
	switch a.k {
	case text:
		return a.x.text == b.x.text, true
	case boxed:
		if !types.Identical(a.x.typ, b.x.typ) {
			return false, true
		}
		return same(a.x.list[0], b.x.list[0])
	case bundle:
		for i := range a.x.list {
			if eq, known := same(a.x.list[i], b.x.list[i]); !eq || !known {
				return eq, known
			}
		}
		return true, true
	case function:
		return false, true // only with nil
	}
	return a.n == b.n && a.off == b.off, true
}

// opaque reports whether values of type t take one slot whatever they are made of.
func opaque(t types.Type) bool { return syncType(t) != "" }

// syncType returns the name of a type whose values synchronize, "" for others.
func syncType(t types.Type) string {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	switch path := named.Obj().Pkg().Path(); path {
	case "sync":
		switch name := named.Obj().Name(); name {
		case "Mutex", "RWMutex", "WaitGroup", "Once":
			return name
		}
	case "golang.org/x/sync/errgroup":
		return "WaitGroup"
	}
	return ""
}

// most is the length up to which elements of arrays, slices and buffers are distinguished.
const most = 8

// slots returns how many slots a value of type t takes.
func (m *machine) slots(t types.Type) int {
	if n, ok := m.sizes[t]; ok {
		return n
	}
	m.sizes[t] = 1 // a type does not contain itself
	n := 1
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if opaque(t) {
			break
		}
		n = 0
		for i := range u.NumFields() {
			n += m.slots(u.Field(i).Type())
		}
	case *types.Array:
		if u.Len() <= most {
			n = int(u.Len()) * m.slots(u.Elem())
		}
	}
	m.sizes[t] = n
	return n
}

// flat reports whether values of type t are bundles of slots.
func flat(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return !opaque(t)
	case *types.Array:
		return u.Len() <= most
	}
	return false
}

// fieldOffset returns the first slot of a field.
func (m *machine) fieldOffset(t *types.Struct, field int) int {
	n := 0
	for i := range field {
		n += m.slots(t.Field(i).Type())
	}
	return n
}

// zero returns the slots of a zero value.
func (m *machine) zero(t types.Type) []value { return m.fill(nil, t, false) }

// fresh returns the slots of a value that is not known.
func (m *machine) fresh(t types.Type) []value { return m.fill(nil, t, true) }

func (m *machine) fill(list []value, t types.Type, open bool) []value {
	if opaque(t) {
		return append(list, value{k: lock})
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return append(list, value{})
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			list = m.fill(list, u.Field(i).Type(), open)
		}
		return list
	case *types.Array:
		if u.Len() > most {
			return append(list, value{})
		}
		for range u.Len() {
			list = m.fill(list, u.Elem(), open)
		}
		return list
	case *types.Basic:
		if open {
			return append(list, value{})
		}
		return append(list, zeroBasic(u))
	}
	if open {
		return append(list, value{})
	}
	return append(list, value{k: null})
}

func zeroBasic(t *types.Basic) value {
	switch {
	case t.Info()&types.IsBoolean != 0:
		return boolValue(false)
	case t.Info()&types.IsInteger != 0:
		return intValue(0)
	case t.Info()&types.IsString != 0:
		return value{k: text, x: &extra{}}
	case t.Kind() == types.UnsafePointer:
		return value{k: null}
	}
	return value{}
}

// zeroValue is the zero value of t as one value.
func (m *machine) zeroValue(t types.Type) value { return pack(t, m.zero(t)) }

// pack makes one value of type t of its slots.
func pack(t types.Type, list []value) value {
	if flat(t) {
		return listValue(list)
	}
	return list[0]
}

// unpack returns the slots of a value of type t.
func (m *machine) unpack(t types.Type, v value) []value {
	switch {
	case !flat(t):
		return []value{v}
	case v.k == bundle:
		return v.x.list
	}
	return m.fresh(t)
}
