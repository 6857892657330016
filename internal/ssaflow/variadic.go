package ssaflow

import (
	"iter"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Variadic returns the further arguments of a call, with their indexes, of which list is the
// slice. ok is false where the call is given a slice, or no further argument.
func Variadic(list ssa.Value) (args iter.Seq2[ssa.Value, ssa.Value], ok bool) {
	slice, ok := list.(*ssa.Slice)
	if !ok {
		return nil, false
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	return func(yield func(index, arg ssa.Value) bool) {
		for _, ref := range ssabuild.Referrers(array) {
			elem, ok := ref.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, use := range ssabuild.Referrers(elem) {
				if store, ok := use.(*ssa.Store); ok && !yield(elem.Index, store.Val) {
					return
				}
			}
		}
	}, true
}
