package ssaflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// find returns the representative of a key.
func (f *Flow) find(key any) any {
	if f.settled {
		if root, ok := f.parent[key]; ok {
			return root
		}
		return key
	}
	for {
		p, ok := f.parent[key]
		if !ok {
			return key
		}
		if pp, ok := f.parent[p]; ok {
			f.parent[key] = pp
		}
		key = p
	}
}

func (f *Flow) class(key any) *Class {
	root := f.find(key)
	c := f.classes[root]
	if c == nil && f.settled {
		late, _ := f.late.LoadOrStore(root, &Class{})
		return late.(*Class)
	}
	if c == nil {
		c = &Class{funcs: make(map[*ssa.Function]bool)}
		f.classes[root] = c
	}
	return c
}

// settle ends the building: from here on the maps are only read, so that
// analyzers, which drivers run at the same time, can ask without a lock.
func (f *Flow) settle() {
	for key := range f.parent {
		f.parent[key] = f.find(key)
	}
	for _, c := range f.classes {
		c.closeElements()
		c.normalize()
	}
	f.settled = true
}

// union makes two keys one class and reports whether they were two.
func (f *Flow) union(a, b any) bool {
	a, b = f.find(a), f.find(b)
	if a == b {
		return false
	}
	ca, cb := f.class(a), f.class(b)
	f.parent[b] = a
	delete(f.classes, b)
	ca.Makes = append(ca.Makes, cb.Makes...)
	ca.Sends = append(ca.Sends, cb.Sends...)
	ca.Receives = append(ca.Receives, cb.Receives...)
	ca.Ranges = append(ca.Ranges, cb.Ranges...)
	ca.Closes = append(ca.Closes, cb.Closes...)
	ca.Calls = append(ca.Calls, cb.Calls...)
	ca.Fields = append(ca.Fields, cb.Fields...)
	ca.Foreign = ca.Foreign || cb.Foreign
	ca.OutReceives = ca.OutReceives || cb.OutReceives
	ca.OutSends = ca.OutSends || cb.OutSends
	ca.Beyond = ca.Beyond || cb.Beyond
	ca.Elements = ca.Elements || cb.Elements
	for fn := range cb.funcs {
		ca.funcs[fn] = true
	}
	return true
}

// normalize sorts what unification gathered in map order of nothing but
// history, so that answers depend on the source alone.
func (c *Class) normalize() {
	byPos := func(a, b Op) int {
		if a.Instr.Pos() != b.Instr.Pos() {
			return int(a.Instr.Pos() - b.Instr.Pos())
		}
		return a.State - b.State
	}
	for _, ops := range [][]Op{c.Sends, c.Receives, c.Ranges, c.Closes, c.Calls} {
		slices.SortStableFunc(ops, byPos)
	}
	slices.SortStableFunc(c.Makes, func(a, b ssa.Value) int { return int(a.Pos() - b.Pos()) })
	slices.SortStableFunc(c.Fields, func(a, b *types.Var) int { return int(a.Pos() - b.Pos()) })
}
