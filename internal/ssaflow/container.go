package ssaflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// elem is the key of the channels in a map or slice: all of its elements are one.
type elem struct{ of any }

// element records that v, a channel, is put into the container, or comes from it, and
// reports whether all that is done with the container is seen.
func (f *Flow) element(container, v ssa.Value) bool {
	if _, isChan := v.Type().Underlying().(*types.Chan); !isChan && !isNil(v) {
		return false
	}
	key := f.container(container)
	if key == nil || isNil(v) {
		return key != nil
	}
	f.union(elem{key}, v)
	f.class(v).Elements = true
	return true
}

// container returns what identifies a map or slice of channels that is used for its
// elements alone, nil for others: one that is made for a variable, captured ones included,
// or for a field that only this package sees.
func (f *Flow) container(v ssa.Value) any {
	if !holdsChannels(v.Type()) {
		return nil
	}
	switch v := v.(type) {
	case *ssa.MakeMap, *ssa.MakeSlice:
		if f.onlyElements(v, 4) {
			return f.outerOf(v)
		}
	case *ssa.Lookup, *ssa.Extract, *ssa.Phi:
		return f.inner(v)
	case *ssa.Slice:
		if array, ok := v.X.(*ssa.Alloc); ok && array.Comment == "makeslice" && f.onlyElements(v, 4) {
			return v
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return f.holder(v.X)
		}
	}
	return nil
}

// holder returns what identifies the container in the variable or field at addr.
func (f *Flow) holder(addr ssa.Value) any {
	switch addr := addr.(type) {
	case *ssa.FreeVar:
		if outer := Binding(addr); outer != nil {
			return f.holder(outer)
		}
	case *ssa.Alloc:
		if value := OnlyStore(addr); value != nil {
			return f.container(value)
		}
	case *ssa.FieldAddr:
		field := f.declared(structField(addr.X.Type(), addr.Field))
		if f.ownContainer(field) {
			return field
		}
	case *ssa.Global:
		if f.ownGlobal(addr) {
			return addr
		}
	}
	return nil
}

// holdsChannels reports whether a type is a slice or map of channels, which may be the keys of a map, or a map
// of such maps.
func holdsChannels(t types.Type) bool {
	var el types.Type
	switch t := t.Underlying().(type) {
	case *types.Map:
		el = t.Elem()
		if inner, nested := el.Underlying().(*types.Map); nested && !keysAreChannels(t) {
			t, el = inner, inner.Elem() // and no deeper: a type may be a map of itself
		}
		if keysAreChannels(t) {
			return true
		}
	case *types.Slice:
		el = t.Elem()
	default:
		return false
	}
	_, ok := el.Underlying().(*types.Chan)
	return ok
}

// keysAreChannels reports whether channels are the keys of a map, and not its values.
func keysAreChannels(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	if !ok {
		return false
	}
	_, key := m.Key().Underlying().(*types.Chan)
	_, value := m.Elem().Underlying().(*types.Chan)
	return key && !value
}

// onlyElements reports whether a container, or a copy of it, is used for its elements
// alone, and for variables and fields of which that holds as well.
func (f *Flow) onlyElements(v ssa.Value, depth int) bool {
	return depth > 0 && !slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool { return !f.ofElement(v, ref, depth) })
}

func (f *Flow) ofElement(v ssa.Value, ref ssa.Instruction, depth int) bool {
	switch ref := ref.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.Lookup, *ssa.Range, *ssa.Next:
		return f.innerOnly(ref.(ssa.Value), depth)
	case *ssa.Extract:
		_, isMap := ref.Type().Underlying().(*types.Map)
		return !isMap || f.onlyElements(ref, depth-1)
	case *ssa.Phi:
		return f.onlyElements(ref, depth-1)
	case *ssa.MapUpdate:
		return ref.Map == v && f.mayBeInner(ref.Value, depth) || ref.Value == v && f.fieldOf(ref.Map) != nil
	case *ssa.IndexAddr:
		return !slices.ContainsFunc(ssabuild.Referrers(ref), func(use ssa.Instruction) bool {
			switch use := use.(type) {
			case *ssa.Store:
				return use.Addr != ref
			case *ssa.UnOp, *ssa.DebugRef:
				return false
			}
			return true
		})
	case *ssa.Call:
		b, ok := ref.Call.Value.(*ssa.Builtin)
		return ok && slices.Contains([]string{"len", "cap", "delete", "clear"}, b.Name())
	case *ssa.Store:
		if ref.Val != v {
			return false
		}
		switch addr := ref.Addr.(type) {
		case *ssa.Alloc:
			return f.onlyLoaded(addr, depth-1)
		case *ssa.FieldAddr:
			return f.ownContainer(f.declared(structField(addr.X.Type(), addr.Field)))
		case *ssa.Global:
			return f.ownGlobal(addr)
		}
	}
	return false
}

// onlyLoaded reports whether a variable is set once, and what is in it is used for its
// elements alone, in literals as well.
func (f *Flow) onlyLoaded(v ssa.Value, depth int) bool {
	stores := 0
	return depth > 0 && !slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.Store:
			stores++
			return ref.Addr != v || stores > 1
		case *ssa.UnOp:
			return ref.Op != token.MUL || !f.onlyElements(ref, depth-1)
		case *ssa.MakeClosure:
			i := slices.Index(ref.Bindings, v)
			return i < 0 || !f.onlyLoaded(ref.Fn.(*ssa.Function).FreeVars[i], depth-1)
		}
		return true
	})
}

// ownContainer reports whether a field is visible in this package only, and its value is
// used for its elements alone.
func (f *Flow) ownContainer(field *types.Var) bool {
	if own, ok := f.containers[field]; ok {
		return own
	}
	f.containers[field] = true // as long as it is looked at
	own := field.Pkg() == f.pkg && (!field.Exported() || f.pkg.Name() == "main")
	for _, addr := range f.fieldAddrs()[field] {
		own = own && !slices.ContainsFunc(ssabuild.Referrers(addr), func(ref ssa.Instruction) bool {
			switch ref := ref.(type) {
			case *ssa.DebugRef:
				return false
			case *ssa.Store:
				return ref.Addr != ssa.Value(addr) || !isNil(ref.Val) && !madeHere(ref.Val)
			case *ssa.UnOp:
				return ref.Op != token.MUL || !f.onlyElements(ref, 5)
			}
			return true
		})
	}
	f.containers[field] = own
	return own
}

func madeHere(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.MakeMap, *ssa.MakeSlice:
		return true
	}
	return false
}

// fieldAddrs returns where the package accesses each field with a map or slice of channels.
func (f *Flow) fieldAddrs() map[*types.Var][]*ssa.FieldAddr {
	if f.addrs != nil {
		return f.addrs
	}
	f.addrs = make(map[*types.Var][]*ssa.FieldAddr)
	for _, fn := range f.functions() {
		for instr := range Instrs(fn) {
			if addr, ok := instr.(*ssa.FieldAddr); ok {
				if field := structField(addr.X.Type(), addr.Field); holdsChannels(field.Type()) {
					f.addrs[f.declared(field)] = append(f.addrs[f.declared(field)], addr)
				}
			}
		}
	}
	return f.addrs
}

// closeElements makes the channels in containers count as coming from anywhere, for checks
// that take a class for one channel per owner.
func (c *Class) closeElements() {
	if !c.Elements {
		return
	}
	c.Sealed = !c.Foreign && !c.OutSends
	c.Elements = c.Sealed && !c.OutReceives
	c.open()
}
