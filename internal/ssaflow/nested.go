package ssaflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// inner returns what identifies a map that is an element of another one, in a field: that stands for all of
// its elements, and for what is made to become one.
//
//	watchers := h.jobs[job]
//	if watchers == nil {
//		watchers = make(map[chan int]bool)
//		h.jobs[job] = watchers
//	}
func (f *Flow) inner(v ssa.Value) any {
	switch v := v.(type) {
	case *ssa.Lookup:
		return f.fieldOf(v.X)
	case *ssa.Extract:
		if from := elementsOf(v); from != nil {
			return f.fieldOf(from)
		}
	case *ssa.Phi:
		var key any
		for _, edge := range v.Edges {
			if _, again := edge.(*ssa.Phi); again || isNil(edge) {
				return nil
			}
			of := f.container(edge)
			if of == nil || key != nil && of != key {
				return nil
			}
			key = of
		}
		return key
	}
	return nil
}

// outerOf returns the field with a map of maps that a new map is put into, else the new one itself.
func (f *Flow) outerOf(v ssa.Value) any {
	for _, ref := range ssabuild.Referrers(v) {
		if put, ok := ref.(*ssa.MapUpdate); ok && put.Value == v {
			return f.fieldOf(put.Map)
		}
	}
	return v
}

// fieldOf returns the field that a map is read from, if its maps are used for their elements alone.
func (f *Flow) fieldOf(v ssa.Value) any {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	if addr, ok := load.X.(*ssa.FieldAddr); ok {
		return f.holder(addr)
	}
	return nil
}

// innerOnly reports whether the maps that an instruction finds in a map of maps are used for their elements
// alone. What it finds in others is a channel.
func (f *Flow) innerOnly(v ssa.Value, depth int) bool {
	var from types.Type
	switch v := v.(type) {
	case *ssa.Lookup:
		from = v.X.Type()
	case *ssa.Range:
		from = v.X.Type()
	case *ssa.Next:
		from = v.Iter.(*ssa.Range).X.Type()
	}
	m, ok := from.Underlying().(*types.Map)
	if !ok {
		return true
	}
	_, nested := m.Elem().Underlying().(*types.Map)
	return !nested || f.onlyElements(v, depth-1)
}

// mayBeInner reports whether a value may be put into a container: a channel, or a new map that is used for
// its elements alone, or was found there.
func (f *Flow) mayBeInner(v ssa.Value, depth int) bool {
	if _, isMap := v.Type().Underlying().(*types.Map); !isMap || isNil(v) {
		return true
	}
	switch v := v.(type) {
	case *ssa.MakeMap:
		return f.onlyElements(v, depth-1)
	case *ssa.Phi:
		return depth > 0 && !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return e != ssa.Value(v) && !f.mayBeInner(e, depth-1) })
	case *ssa.Lookup, *ssa.Extract:
		return f.inner(v) != nil
	}
	return false
}
