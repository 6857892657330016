package timernotstopped

import (
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A timer is one of time.AfterFunc that a field keeps, or a map in a field.
type timer struct {
	flow   *ssaflow.Flow
	call   *ssa.Call
	bodies []*ssa.Function // that it runs
	field  *types.Var
	owner  *types.Named
	object ssa.Value // whose field it is
	kept   *ssaflow.Fate
	stops  []*ssa.Call // of Stop, on what the field keeps
	resets []*ssa.Call
}

// timers returns those of a package.
func timers(p *check.Pass) (list []*timer) {
	flow := ssaflow.Of(p.Pass)
	calls := sync.OnceValue(func() []ssa.CallInstruction { return timerCalls(flow) })
	for _, start := range flow.Starts() {
		call, ok := start.Instr.(*ssa.Call)
		if start.Starter != "time.AfterFunc" || !ok {
			continue
		}
		t := &timer{flow: flow, call: call, bodies: start.Bodies}
		for _, ref := range ssabuild.Referrers(call) {
			t.keep(ref)
		}
		if t.field == nil || t.owner == nil || t.owner.Obj().Pkg() != p.Pkg {
			continue
		}
		t.kept = flow.Fate(call, map[string]bool{"Stop": true})
		t.uses(calls())
		list = append(list, t)
	}
	return list
}

// keep notes the field in which an instruction stores the timer.
func (t *timer) keep(instr ssa.Instruction) {
	var addr ssa.Value
	switch instr := instr.(type) {
	case *ssa.Store:
		addr = instr.Addr
	case *ssa.MapUpdate:
		if load, ok := instr.Map.(*ssa.UnOp); ok {
			addr = load.X
		}
	}
	if addr, ok := addr.(*ssa.FieldAddr); ok {
		t.field, t.owner, t.object = ssaflow.Field(addr), callmatch.Named(addr.X.Type()), ssainstr.Resolve(addr.X)
	}
}

// uses notes the calls of Stop and Reset on what the field keeps.
func (t *timer) uses(calls []ssa.CallInstruction) {
	for _, call := range calls {
		if !t.from(call.Common().Args[0], 4) {
			continue
		}
		c, ok := call.(*ssa.Call)
		switch stops := ssaflow.Callee(call.Common()) == "(*time.Timer).Stop"; {
		case stops && ok:
			t.stops = append(t.stops, c)
		case stops: // deferred
			t.stops = append(t.stops, t.call)
		case ok:
			t.resets = append(t.resets, c)
		}
	}
}

// timerCalls returns the calls of Stop and Reset.
func timerCalls(flow *ssaflow.Flow) (list []ssa.CallInstruction) {
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			switch ssaflow.Callee(call.Common()) {
			case "(*time.Timer).Stop", "(*time.Timer).Reset":
				list = append(list, call)
			}
		}
	}
	return list
}

// from reports whether a value is read from the field, or from the map in it.
func (t *timer) from(v ssa.Value, depth int) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		addr, ok := v.X.(*ssa.FieldAddr)
		return ok && ssaflow.Field(addr) == t.field
	case *ssa.Lookup:
		return t.from(v.X, depth)
	case *ssa.Extract:
		return t.from(v.Tuple, depth)
	case *ssa.Next:
		return t.from(v.Iter, depth)
	case *ssa.Range:
		return t.from(v.X, depth)
	case *ssa.Phi:
		return depth > 0 && slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return t.from(e, depth-1) })
	}
	return false
}

// ownersEnd returns the method that ends the owner of the timer.
func (t *timer) ownersEnd(p *check.Pass) *ssa.Function {
	decl, _ := stopfix.StopMethod(p, t.owner, 0)
	if decl == nil {
		return nil
	}
	return t.flow.SSA.Func(decl)
}

// endingStop returns a call of Stop in a method that ends an object, or in what that calls; nil if there is none.
func (t *timer) endingStop() *ssa.Call {
	for _, stop := range t.stops {
		if stop != t.call && t.endOf(stop.Parent()) != nil {
			return stop
		}
	}
	return nil
}

// endOf returns the method that ends an object and that a function is, or is called by.
func (t *timer) endOf(fn *ssa.Function) *ssa.Function {
	fn = ssaflow.Outermost(fn)
	if slices.Contains(catalog.StopMethods, fn.Name()) {
		return fn
	}
	callers, _ := t.flow.Callers(fn)
	for _, call := range callers {
		if by := ssaflow.Outermost(call.Parent()); slices.Contains(catalog.StopMethods, by.Name()) {
			return by
		}
	}
	return nil
}
