package unlocked

import (
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// forDisplay reports whether an access is one of a method that makes text of its object for people, or of what only
// such methods call.
func forDisplay(f *lockset.Func, depth int) bool {
	sig := f.SSA.Signature
	if sig.Recv() != nil && sig.Params().Len() == 0 && catalog.DisplayMethods[f.SSA.Name()] {
		return true
	}
	return depth > 0 && !f.Root && len(f.Sites) > 0 && !slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		return s.Start || !forDisplay(s.Caller, depth-1)
	})
}
