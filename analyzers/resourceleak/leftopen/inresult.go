package leftopen

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// keptIn reports whether the function puts what is opened into a field of a value of a type, which is that of its result.
func (c *opened) keptIn(t types.Type) bool {
	return slices.ContainsFunc(ssabuild.Referrers(c.value), func(ref ssa.Instruction) bool {
		store, ok := ref.(*ssa.Store)
		if !ok {
			return false
		}
		field, ok := store.Addr.(*ssa.FieldAddr)
		return ok && types.Identical(field.X.Type(), t)
	})
}
