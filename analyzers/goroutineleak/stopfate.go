package goroutineleak

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// forgotten reports whether nothing ends the goroutine that call starts, and
// nobody out of sight could: value is what the fact is about.
func forgotten(p *check.Pass, call *ssa.Call, value ssa.Value, fact *muststop.Fact) bool {
	flow := ssaflow.Of(p.Pass)
	if fact.Cleanup {
		return cleanupForgotten(flow, call, value, fact)
	}
	fate := fateOf(flow, value, fact)
	return fate != nil && !fate.Stopped && !fate.Gone && !keptForLife(p.Pkg, fate)
}

// keptForLife reports whether a package of others keeps the value in types that have
// no method to stop anything: as far as it knows, they live as long as the process.
func keptForLife(pkg *types.Package, fate *ssaflow.Fate) bool {
	return pkg.Name() != "main" && len(fate.Fields) > 0 && !slices.ContainsFunc(fate.Fields, func(field *types.Var) bool {
		owner := ownerOf(pkg, field)
		return owner == nil || slices.ContainsFunc(catalog.StopMethods, func(name string) bool {
			obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(owner), true, pkg, name)
			_, ok := obj.(*types.Func)
			return ok
		})
	})
}

// ownerOf returns the package's type that has the field, nil if none is declared.
func ownerOf(pkg *types.Package, field *types.Var) types.Type {
	for _, name := range pkg.Scope().Names() {
		t, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		st, ok := t.Type().Underlying().(*types.Struct)
		if ok && slices.Contains(slices.Collect(st.Fields()), field) {
			return t.Type()
		}
	}
	return nil
}

// fateOf follows the value from where it was made, and returns nil when that is
// not known.
func fateOf(flow *ssaflow.Flow, value ssa.Value, fact *muststop.Fact) *ssaflow.Fate {
	methods := make(map[string]bool)
	for _, m := range fact.Methods {
		methods[m] = true
	}
	switch origin := muststop.Origin(value).(type) {
	case *ssa.Call, *ssa.Extract, *ssa.Alloc:
		return flow.Fate(origin, methods)
	}
	return nil
}

// cleanupForgotten reports whether the function that stops the goroutine is
// dropped, or kept and never called, and the value beside it is not stopped
// either.
func cleanupForgotten(flow *ssaflow.Flow, call *ssa.Call, value ssa.Value, fact *muststop.Fact) bool {
	if c := flow.Class(value); value != ssa.Value(call) && (c == nil || len(c.Calls) > 0 || c.OutSends || c.OutReceives) {
		return false
	}
	for _, ref := range *call.Referrers() {
		ex, ok := ref.(*ssa.Extract)
		if !ok || ex.Index == fact.Value || !hasMethods(ex.Type(), fact.Methods) {
			continue
		}
		if fate := fateOf(flow, ex, fact); fate == nil || fate.Stopped || fate.Gone {
			return false
		}
	}
	return true
}

// hasMethods reports whether values of type t have one of the methods.
func hasMethods(t types.Type, names []string) bool {
	for _, name := range names {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if _, ok := obj.(*types.Func); ok {
			return true
		}
	}
	return false
}
