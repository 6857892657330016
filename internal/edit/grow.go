package edit

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
)

// CanGrow reports whether struct type t could have one more field that must not
// be copied, such as a sync.Once: as far as the package shows, its values are
// nowhere copied, by a method without a pointer receiver above all, and nowhere
// made without naming the fields. The same holds for the structs that it is a
// part of.
func CanGrow(pass *analysis.Pass, t *types.Named) bool {
	g := growth{pass: pass, grown: map[*types.TypeName]bool{t.Origin().Obj(): true}}
	for again := true; again; {
		again = g.addHolders()
	}
	copied := astindex.Of(pass).Copied()
	for obj := range g.grown {
		if copied[obj] {
			return false
		}
	}
	return true
}

type growth struct {
	pass  *analysis.Pass
	grown map[*types.TypeName]bool // types that the new field makes larger
}

// addHolders adds the types of the package that have a part of a grown type, and
// reports whether there was a new one.
func (g *growth) addHolders() bool {
	added := false
	scope := g.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || g.grown[obj] {
			continue
		}
		s, ok := obj.Type().Underlying().(*types.Struct)
		for i := 0; ok && i < s.NumFields(); i++ {
			if g.of(s.Field(i).Type()) {
				g.grown[obj], added = true, true
				break
			}
		}
	}
	return added
}

// of reports whether t is a grown type, or an array of one.
func (g *growth) of(t types.Type) bool {
	if t == nil {
		return false
	}
	if array, ok := types.Unalias(t).Underlying().(*types.Array); ok {
		return g.of(array.Elem())
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && g.grown[named.Origin().Obj()]
}

// Unexported returns a field name with its first word in lower case: eventsOnce for
// EventsOnce, idOnce for IDOnce. What a fix adds is no part of a package's API.
func Unexported(name string) string {
	n := 0
	for n < len(name) && 'A' <= name[n] && name[n] <= 'Z' {
		n++
	}
	if n > 1 && n < len(name) {
		n-- // the next word begins there
	}
	return strings.ToLower(name[:n]) + name[n:]
}
