package leftopen

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An again is why a function runs more than once: for each of what, and where that is seen.
type again struct {
	each string
	pos  token.Pos
}

// again returns why a function, or one that calls it, runs more than once, and finds the variable set then; nil
// where nothing shows it. A function that looks at the variable before may close what is there, or know that
// there is nothing; so may one that looks at a flag which it sets, and so runs once.
func (t *takeover) again(fn *ssa.Function, at ssa.Instruction, depth int) *again {
	if t.touched(fn, at, 2) || flagged(at) {
		return nil
	}
	if one := handles(fn); one != "" {
		return &again{"for each " + one, fn.Pos()}
	}
	if catalog.Replaces(fn.Name()) || catalog.AnswersChange(fn.Name()) {
		return &again{"each time that " + fn.Name() + " is called", fn.Pos()}
	}
	if call, work := t.scheduled(fn); call != nil {
		return &again{"for each " + work, call.Pos()}
	}
	if depth == 0 {
		return nil
	}
	callers, _ := ssaflow.Of(t.p.Pass).Callers(fn)
	for _, call := range callers {
		if found := t.again(call.Parent(), call, depth-1); found != nil {
			return found
		}
	}
	return nil
}

// handles returns what a function handles, by its parameters, "" where none says so.
func handles(fn *ssa.Function) string {
	for param := range fn.Signature.Params().Variables() {
		if work, ok := catalog.HandledParams[callmatch.TypeName(callmatch.Deref(param.Type()))]; ok {
			return work.One
		}
	}
	return ""
}

// scheduled returns the call that is given a function to run it at times, and what makes that run.
func (t *takeover) scheduled(fn *ssa.Function) (ssa.CallInstruction, string) {
	flow := ssaflow.Of(t.p.Pass)
	for _, other := range ssabuild.Of(t.p.Pass).Funcs {
		for instr := range ssaflow.Instrs(other) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			work, ok := catalog.Schedulers[ssaflow.Callee(call.Common())]
			if ok && slices.ContainsFunc(call.Common().Args, func(arg ssa.Value) bool {
				_, isFunc := arg.Type().Underlying().(*types.Signature)
				bodies, _ := flow.Bodies(arg)
				return isFunc && slices.Contains(bodies, fn)
			}) {
				return call, work.One
			}
		}
	}
	return nil, ""
}

// flagged reports whether an instruction is reached only by what a flag says that its function sets.
func flagged(at ssa.Instruction) bool {
	for b := at.Block(); b.Idom() != nil; b = b.Idom() {
		d := b.Idom()
		branch, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		load, ok := unnegated(branch.Cond).(*ssa.UnOp)
		if ok && load.Op == token.MUL && setsPlace(at.Parent(), load.X) {
			return true
		}
	}
	return false
}

func unnegated(cond ssa.Value) ssa.Value {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		return not.X
	}
	return cond
}

// setsPlace reports whether a function stores to a variable of the package or field.
func setsPlace(fn *ssa.Function, addr ssa.Value) bool {
	for instr := range ssaflow.Instrs(fn) {
		if store, ok := instr.(*ssa.Store); ok && site.SamePlace(store.Addr, addr) {
			return true
		}
	}
	return false
}
