package access

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// Conflict reports whether two accesses of one field race when they happen at the same time:
// to read the field that holds a map, slice or pointer is no access of what is in it, unless a
// method is called on that.
func Conflict(a, b *Access) bool {
	switch {
	case a.Content && b.Content && a.Depth != b.Depth:
		return false // one map, and one that is an element of it
	case a.Write && b.Write:
		return true
	case a.Write:
		return !a.Content || b.Content || lockset.IsPointer(a.Field.Type())
	case b.Write:
		return !b.Content || a.Content
	}
	return false
}

// OfAnother reports whether two accesses are of fields of objects that are certainly not the same, such as two
// package variables, or a package variable that is written as a whole and what something else leads to; or of
// one that two stores write as a whole.
func (a *Access) OfAnother(b *Access) bool {
	_, x := a.Owner.Root.(*ssa.Global)
	_, y := b.Owner.Root.(*ssa.Global)
	return x && y && a.Owner != b.Owner || x != y && (a.Whole || b.Whole) || a.Implied && b.Implied
}
