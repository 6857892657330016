package timernotstopped

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// repeatedBy returns the function that callers may call several times and that starts the timer each time,
// whether or not the one before still runs; nil if there is none.
func (t *timer) repeatedBy(fn *ssa.Function, at ssa.Instruction, depth int) *ssa.Function {
	if depth == 0 || t.reach()[fn] || t.made(fn) || t.looksBefore(fn, at) {
		return nil
	}
	if fn.Parent() == nil && fn.Signature.Recv() != nil && fn.Object() != nil && fn.Object().Exported() {
		return fn
	}
	callers, complete := t.flow.Callers(fn)
	if !complete || fn.Parent() != nil {
		return nil
	}
	for _, call := range callers {
		_, starts := call.(*ssa.Go)
		if starts {
			continue
		}
		if lockset.Loops(call.Block()) && !t.looksBefore(call.Parent(), call) && !t.reach()[call.Parent()] && !t.made(call.Parent()) {
			return fn
		}
		if root := t.repeatedBy(call.Parent(), call, depth-1); root != nil {
			return root
		}
	}
	return nil
}

// made reports whether a function makes an object of the owner's type: it has no timer yet.
func (t *timer) made(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		if alloc, ok := instr.(*ssa.Alloc); ok {
			named, ok := types.Unalias(alloc.Type().Underlying().(*types.Pointer).Elem()).(*types.Named)
			if ok && named.Origin() == t.owner.Origin() {
				return true
			}
		}
	}
	return false
}

// looksBefore reports whether a function reads the field before an instruction, calls a function that does, or
// tests what it, or the function of the timer, sets: that the timer runs.
func (t *timer) looksBefore(fn *ssa.Function, at ssa.Instruction) bool {
	sets := flagsOf(fn, 2)
	for _, body := range t.bodies {
		for field := range flagsOf(body, 3) {
			sets[field] = true
		}
	}
	for instr := range ssaflow.Instrs(fn) {
		if instr == at || !precedes(instr, at) {
			continue
		}
		if t.reads(instr, 3) || tests(instr, sets) {
			return true
		}
	}
	return false
}

// precedes reports whether a comes before b in one call of their function.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		list := a.Block().Instrs
		return slices.Index(list, a) < slices.Index(list, b)
	}
	return lockset.Precedes(a, b)
}

// reads reports whether an instruction reads the field, or calls a function that does.
func (t *timer) reads(instr ssa.Instruction, depth int) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if addr, ok := instr.X.(*ssa.FieldAddr); ok && ssaflow.Field(addr) == t.field {
			return !onlyAdds(instr)
		}
	case *ssa.Call:
		callee := instr.Call.StaticCallee()
		if callee == nil || callee.Pkg != instr.Parent().Pkg || depth == 0 {
			return false
		}
		for inner := range ssaflow.Instrs(callee) {
			if t.reads(inner, depth-1) {
				return true
			}
		}
	}
	return false
}

// onlyAdds reports whether a map is read to add to it.
func onlyAdds(load *ssa.UnOp) bool {
	return !slices.ContainsFunc(ssabuild.Referrers(load), func(ref ssa.Instruction) bool {
		switch ref.(type) {
		case *ssa.MapUpdate, *ssa.DebugRef:
			return false
		}
		return true
	})
}

// tests reports whether an instruction decides by one of the fields.
func tests(instr ssa.Instruction, fields map[*types.Var]bool) bool {
	test, ok := instr.(*ssa.If)
	return ok && ssainstr.ReadsField(test.Cond, fields)
}

// begins reports whether a function begins the work, by its name: callers may call it once.
func begins(fn *ssa.Function) bool {
	switch catalog.Words(fn.Name())[0] {
	case "start", "run", "open", "begin", "init", "connect", "listen", "serve":
		return true
	}
	return false
}

// locks reports whether a function acquires a lock: calls of it may meet.
func locks(fn *ssa.Function) bool {
	return slices.ContainsFunc(ssainstr.Calls(fn), func(call ssa.CallInstruction) bool {
		return catalog.Locks[ssaflow.Callee(call.Common())].Acquire
	})
}
