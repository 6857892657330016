package races

import (
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/requests"
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
