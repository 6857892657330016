package unguarded

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/requests"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
)

// replacedByCall reports whether functions of other packages make one of two accesses, of a variable itself:
// the goroutines of a program start and stop what these belong to in turns, which requests do not.
func replacedByCall(a, b *access.Access) bool {
	return a.Called != nil && a.Itself() || b.Called != nil && b.Itself()
}

// answers reports whether a goroutine that is started here, or a router, runs the path: the race is reported
// where that is known, and not in each package below. For a variable of a package it does not matter what else
// a handler is passed.
func answers(t *threads.Thread, a *access.Access) bool {
	return threads.Starts(t.Frames) || t.Kind == threads.ByServer && (a.Itself() || requests.Routed(t.Root().SSA.Signature))
}

// setsUpElsewhere reports whether an access is one of a function of another package that prepares something, by its
// name.
func setsUpElsewhere(a *access.Access) bool {
	return a.Called != nil && slices.ContainsFunc([]string{"Init", "Setup", "Configure", "Mount"}, func(word string) bool { return strings.HasPrefix(a.Called.Name(), word) })
}

// mayRace reports whether an access is one of an object that others may have, and of what does not
// look after itself.
func mayRace(a *access.Access) bool {
	if a.Fresh && a.Object() == a.Owner.Root || access.Exempt(a.Field.Type()) && !replaces(a) && !setup.Remade(a) || setup.Early(a) {
		return false
	}
	if a.Content && a.Part != access.OneCaller {
		_, elements := a.Field.Type().Underlying().(*types.Slice)
		return !elements // goroutines may have an element each
	}
	return true
}

// replaces reports whether an access puts a new sync.Map or lock in the place of one that is in use.
func replaces(a *access.Access) bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok {
		return false
	}
	name := callmatch.TypeName(store.Val.Type())
	return catalog.LockTypes[name] || name == "sync.Map"
}
