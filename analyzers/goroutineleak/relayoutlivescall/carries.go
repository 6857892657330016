package relayoutlivescall

import (
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// carriesNothing reports whether a value of a type cannot hold a context: an error, a number, a text, or a
// structure of such.
func carriesNothing(t types.Type) bool {
	if callmatch.IsError(t) {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		return carriesNothing(t.Elem())
	case *types.Array:
		return carriesNothing(t.Elem())
	case *types.Map:
		return carriesNothing(t.Elem()) && carriesNothing(t.Key())
	case *types.Chan:
		return t.Dir() == types.RecvOnly && carriesNothing(t.Elem())
	case *types.Tuple:
		for i := range t.Len() {
			if !carriesNothing(t.At(i).Type()) {
				return false
			}
		}
		return true
	case *types.Struct:
		return t.NumFields() == 0
	}
	return false
}
