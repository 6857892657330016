package goroutineleak

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// forgotten reports whether nothing ends the goroutine that call starts, and
// nobody out of sight could: value is what the fact is about.
func forgotten(flow *ssaflow.Flow, call *ssa.Call, value ssa.Value, fact *muststop.Fact) bool {
	if fact.Cleanup {
		return cleanupForgotten(flow, call, value, fact)
	}
	fate := fateOf(flow, value, fact)
	return fate != nil && !fate.Stopped && !fate.Gone
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
