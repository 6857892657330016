package setup

import (
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// InUse reports whether a write of a field happens while others may use the object, as far as the
// function that makes it tells.
func InUse(a *access.Access) bool {
	return a.Write && !a.Content && !a.Fresh && !Prepares(a)
}

// Prepares reports whether an access makes its object ready, by what it stores or by the function that
// it is in.
func Prepares(a *access.Access) bool {
	return a.Ready || Lazy(a) || BeforeStart(a) || Boots(a) || sets(a) || Option(a) ||
		ByName(a.Func) || Method(a.Func) || Called(a.Func, "")
}

// Assembles reports whether an access is one by which an object is put together, before others have it:
// by what has made it, by a method or an option that initializes it, or by a dependency that it is passed.
func Assembles(p *lockset.Package, a *access.Access) bool {
	return justMade(a) || BeforeStart(a) || readies(p, a) || makesMap(a) || sets(a) || Option(a)
}
