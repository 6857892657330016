package stopnevercalled

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fateOf says what becomes of the value that a call puts under obligation, or of the
// function that stops its goroutine.
func fateOf(p *check.Pass, instr ssa.CallInstruction, value ssa.Value, fact *muststop.Fact) *ssaflow.Fate {
	flow := ssaflow.Of(p.Pass)
	if from, ok := muststop.Origin(value).(*ssa.Call); ok && muststop.Of(p.Pass).Shared(ssaflow.Object(&from.Call)) {
		return &ssaflow.Fate{Gone: true}
	}
	if call := instr.Value(); fact.Cleanup && call != nil {
		return fateOfCleanup(flow, call, value, fact)
	}
	return followed(flow, value, fact)
}

// followed follows a value from where it was made; one of which that is not known is
// gone.
func followed(flow *ssaflow.Flow, value ssa.Value, fact *muststop.Fact) *ssaflow.Fate {
	methods := make(map[string]bool)
	for _, m := range fact.Methods {
		methods[m] = true
	}
	origin := muststop.Origin(value)
	if _, given := origin.(*ssa.Parameter); fact.Jobs && !given { // what is started is often kept before
		return flow.KeptFate(origin, methods)
	}
	switch origin.(type) {
	case *ssa.Call, *ssa.Extract, *ssa.Alloc:
		return flow.Fate(origin, methods)
	}
	return &ssaflow.Fate{Gone: true}
}

// fateOfCleanup says whether the function that stops the goroutine is called, or the value
// beside it stopped; it is gone when it may be called elsewhere.
func fateOfCleanup(flow *ssaflow.Flow, call *ssa.Call, value ssa.Value, fact *muststop.Fact) *ssaflow.Fate {
	if c := flow.Class(value); !dropped(value) && (c == nil || len(c.Calls) > 0 || c.OutSends || c.OutReceives) {
		called := c != nil && len(c.Calls) > 0
		return &ssaflow.Fate{Stopped: called, Gone: !called}
	}
	for _, ref := range ssabuild.Referrers(call) {
		ex, ok := ref.(*ssa.Extract)
		if !ok || ex.Index == fact.Value || !hasMethods(ex.Type(), fact.Methods) {
			continue
		}
		if fate := followed(flow, ex, fact); fate.Stopped || fate.Gone {
			return fate
		}
	}
	return new(ssaflow.Fate)
}

// dropped reports whether nothing uses a result, or the call of which it is one.
func dropped(v ssa.Value) bool {
	if _, all := v.Type().(*types.Tuple); all {
		return true
	}
	return !slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
		_, debug := ref.(*ssa.DebugRef)
		return !debug
	})
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
