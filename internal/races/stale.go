package races

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// returnsOf returns the instructions that find what f returns.
func returnsOf(f *lockset.Func) []ssa.Instruction {
	var list []ssa.Instruction
	for _, b := range f.SSA.Blocks {
		if ret, ok := lockset.LastOf(b).(*ssa.Return); ok {
			for _, v := range ret.Results {
				list = append(list, sources(v)...)
			}
		}
	}
	return list
}

// ownElement reports whether the access is one of the element of a slice whose number
// the caller gives: others have another number.
func (a *Access) ownElement() bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok {
		return false
	}
	elem, ok := store.Addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	_, given := elem.Index.(*ssa.Parameter)
	return given
}
