package threads

import (
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// OwnLoop reports whether an access is one of the receiver of a method that only runs as a goroutine,
// which is started once for each object: no other goroutine runs the method for that one.
func OwnLoop(a *access.Access) bool {
	f := a.Func
	if f.SSA.Signature.Recv() == nil || a.Owner.Root != f.SSA.Params[0] || f.Root || f.AsValue() || len(f.Sites) != 1 {
		return false
	}
	return f.Sites[0].Start && !lockset.Loops(f.Sites[0].Instr.Block())
}
