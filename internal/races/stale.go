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
