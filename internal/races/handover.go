package races

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
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
