package unlocked

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// takenOver reports whether the function of an access, or a literal in it, releases the
// guard's lock after it without having acquired it on every path there: the starter of the
// function had it.
func takenOver(g *guard.Guard, a *access.Access) bool {
	path := g.Path(a)
	var over func(fn *ssa.Function) bool
	over = func(fn *ssa.Function) bool {
		return a.Func.Pkg.ByFunc[fn].ReleasesUnlocked(path, a.Instr) || slices.ContainsFunc(fn.AnonFuncs, over)
	}
	if holding.Acquires(a.Func, path) { // what its literals release, it may have taken itself
		return a.Func.ReleasesUnlocked(path, a.Instr)
	}
	return over(a.Func.SSA)
}

// renewed reports whether the function of an access makes the guard's lock itself anew,
// which no goroutine may hold or wait for then.
func renewed(p *lockset.Package, g *guard.Guard, a *access.Access) bool {
	return slices.ContainsFunc(access.Of(p), func(other *access.Access) bool {
		return other.Func == a.Func && other.Write && other.Field == g.Lock && other.Owner == a.Owner
	})
}

// gaveBack reports whether the function of an access has released the guard's lock itself before: it
// is called with the lock, or has acquired it, so that others have the object, and the callers do not lock
// for this access.
func gaveBack(g *guard.Guard, a *access.Access) bool {
	for instr := range ssaflow.Instrs(a.Func.SSA) {
		call, ok := instr.(*ssa.Call)
		if !ok || !order.Always(call, a.Instr) {
			continue
		}
		ops, _ := a.Func.Pkg.Direct(&call.Call)
		if slices.ContainsFunc(ops, func(op lockset.Op) bool { return !op.Acquire && op.Path == g.Path(a) }) {
			return true
		}
	}
	return false
}
