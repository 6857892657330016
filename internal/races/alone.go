package races

import (
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// cursor reports whether f is a method that one reader calls in a loop. The lock in it is
// for what others call concurrently, such as Close.
func cursor(f *lockset.Func) bool {
	return f.SSA.Signature.Recv() != nil && catalog.CursorMethods[f.SSA.Name()]
}

// setsUp reports whether f is a method that is called while its object is set up.
func setsUp(f *lockset.Func) bool {
	sig := f.SSA.Signature
	return sig.Recv() != nil && sig.Params().Len() == 1 &&
		catalog.SetupMethods[f.SSA.Name()] == types.TypeString(sig.Params().At(0).Type(), nil)
}
