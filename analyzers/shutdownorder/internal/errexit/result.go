package errexit

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// call reports whether the path continues after a call.
func (w *walk) call(call *ssa.Call) bool {
	name := ssaflow.Callee(&call.Call)
	if _, exits := catalog.Exits[name]; exits {
		w.exit(call, false)
		return false
	}
	if catalog.Raises[name] {
		w.exit(call, true)
		return false
	}
	given := slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool { return w.held[arg] })
	fns, complete := w.flow.Callees(call)
	if complete && len(fns) == 1 {
		return w.callee(call, fns[0])
	}
	w.held[call] = given && callmatch.IsError(call.Type())
	return true
}

// callee follows the error into a function of the package that is passed it. The path
// continues after the call unless that exits, or waits.
func (w *walk) callee(call *ssa.Call, fn *ssa.Function) bool {
	before := len(w.exits)
	for i, arg := range call.Call.Args {
		if w.held[arg] && i < len(fn.Params) && !w.held[fn.Params[i]] {
			w.from(fn.Params[i])
			w.held[call] = callmatch.IsError(call.Type())
		}
	}
	return len(w.exits) == before && !waits(fn)
}

// returned follows the error to the callers.
func (w *walk) returned(ret *ssa.Return) {
	index := -1
	for i, v := range ret.Results {
		if w.held[v] {
			index = i
		}
	}
	if index < 0 {
		return
	}
	outer := w.in
	callers, _ := w.flow.Callers(ret.Parent())
	for _, caller := range callers {
		call, ok := caller.(*ssa.Call)
		if !ok {
			continue
		}
		w.in = call.Parent()
		if v := errorOf(call); v != nil && index == call.Call.Signature().Results().Len()-1 {
			w.from(v)
		}
	}
	for _, start := range w.flow.Starts() {
		if slices.Contains(start.Bodies, ret.Parent()) {
			w.group(start)
		}
	}
	w.in = outer
}

// group follows the error that a goroutine of a group returns to the Wait of the group.
func (w *walker) group(start ssaflow.Start) {
	if !catalog.FirstError[start.Starter] || w.joined {
		return
	}
	group := start.Instr.Common().Args[0]
	w.joined = true
	for instr := range ssaflow.Instrs(start.Instr.Parent()) {
		wait, ok := instr.(*ssa.Call)
		if ok && catalog.Joins[ssaflow.Callee(&wait.Call)] && len(wait.Call.Args) > 0 && wait.Call.Args[0] == group && errorOf(wait) != nil {
			w.in = wait.Parent()
			w.from(errorOf(wait))
		}
	}
	w.joined = false
}

// sent follows the error to its receivers.
func (w *walk) sent(ch ssa.Value) {
	class := w.flow.Class(ch)
	if class == nil {
		return
	}
	outer := w.in
	for _, op := range class.Receives {
		w.in = op.Fn()
		if v := received(op); v != nil {
			w.from(v)
		}
	}
	w.in = outer
}

// received returns the value that a receive yields.
func received(op ssaflow.Op) ssa.Value {
	switch instr := op.Instr.(type) {
	case *ssa.UnOp:
		if !instr.CommaOk {
			return instr
		}
		return extracted(instr, 0)
	case *ssa.Select:
		index := 2
		for _, state := range instr.States[:max(op.State, 0)] {
			if state.Dir == types.RecvOnly {
				index++
			}
		}
		return extracted(instr, index)
	}
	return nil
}

func extracted(tuple ssa.Value, index int) ssa.Value {
	for _, ref := range ssabuild.Referrers(tuple) {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == index {
			return ex
		}
	}
	return nil
}
