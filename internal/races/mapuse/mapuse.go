package mapuse

import (
	"cmp"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
)

// Exported returns the uses by the functions that other packages can call, in their own goroutine.
func Exported(p *lockset.Package) map[*types.Func][]lockset.MapUse {
	uses := make(map[*types.Func][]lockset.MapUse)
	for field, accesses := range unguarded(p) {
		if !field.Exported() && !slices.ContainsFunc(accesses, func(a *access.Access) bool { return a.Write || a.Called != nil }) {
			continue
		}
		for _, a := range accesses {
			note(uses, a)
		}
	}
	for _, list := range uses {
		slices.SortFunc(list, func(u, v lockset.MapUse) int {
			return cmp.Or(strings.Compare(u.Package, v.Package), strings.Compare(u.Var, v.Var), strings.Compare(u.Path, v.Path), lockset.CompareBool(v.Write, u.Write), lockset.CompareBool(u.Itself, v.Itself), lockset.CompareBool(u.Once, v.Once))
		})
	}
	return uses
}

// unguarded returns the accesses of variables, and of maps, of which none holds a lock, where they may
// meet others.
func unguarded(p *lockset.Package) map[*types.Var][]*access.Access {
	bare := make(map[*types.Var][]*access.Access)
	guarded := make(map[*types.Var]bool)
	for _, a := range slices.Concat(access.Of(p), access.Apart(p)) {
		itself := a.Itself()
		held := lockset.IsMap(a.Field.Type()) || a.Struct == nil && lockset.IsPointer(a.Field.Type())
		if !held && !itself || a.Part != "" || a.Whole || a.Struct != nil && mapName(a) == "" {
			continue
		}
		guarded[a.Field] = guarded[a.Field] || holding.MayBeLocked(a)
		if (itself || a.Content && a.Depth == 0) && !setup.Early(a) && !a.Ready && !setup.InTests(a) {
			bare[a.Field] = append(bare[a.Field], a)
		}
	}
	maps.DeleteFunc(bare, func(field *types.Var, _ []*access.Access) bool { return guarded[field] })
	return bare
}

// note adds an access to the uses of the functions that importers can call for it.
func note(uses map[*types.Func][]lockset.MapUse, a *access.Access) {
	for e := range exporters(a) {
		use := lockset.MapUse{Package: a.Field.Pkg().Path(), Var: mapName(a), Field: a.Struct != nil, Path: e.path, Itself: a.Itself(), Write: a.Write, Once: a.Write && setup.OnFirstUse(a)}
		if !slices.Contains(uses[e.fn], use) {
			uses[e.fn] = append(uses[e.fn], use)
		}
	}
}

// mapName returns the name under which other packages know a map: that of a variable, or of a field with
// its type; "" for a field of a type that has no name.
func mapName(a *access.Access) string {
	if a.Struct == nil || a.Called != nil {
		return a.Field.Name()
	}
	if named, ok := types.Unalias(a.Struct).(*types.Named); ok {
		return named.Obj().Name() + "." + a.Field.Name()
	}
	return ""
}

// An exporter is a function that importers can call, and the path from its receiver to what it accesses.
type exporter struct {
	fn   *types.Func
	path string
}

// exporters returns the functions that importers can call, and that make an access before they return: of
// a field only those whose receiver leads to the object.
func exporters(a *access.Access) map[exporter]bool {
	fns := make(map[exporter]bool)
	for _, t := range threads.Of(a) {
		for _, fr := range t.Frames {
			if fr.Start {
				break
			}
			fn, ok := fr.F.SSA.Object().(*types.Func)
			if !ok || !fn.Exported() || !lockset.ExportedOwner(fr.F) {
				continue
			}
			switch {
			case a.Struct == nil:
				fns[exporter{fn, ""}] = true
			case threads.OfReceiver(fr) && len(fr.Path) <= lockset.MaxFields:
				fns[exporter{fn, fr.Path}] = true
			}
		}
	}
	return fns
}
