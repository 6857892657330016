package races

import (
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// cursor reports whether f is a method that one reader calls in a loop. The lock in it is
// for what others call concurrently, such as Close.
func cursor(f *lockset.Func) bool {
	return f.SSA.Signature.Recv() != nil && catalog.CursorMethods[f.SSA.Name()]
}
