package stopoverwritten

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A setting stores a new cancel function or channel in a field, in a function that starts a
// goroutine.
type setting struct {
	fn    *ssa.Function
	store *ssa.Store
	field *types.Var
	fresh bool // the function has made the object
	start ssa.CallInstruction
}

func (s setting) channel() bool {
	_, ok := s.field.Type().Underlying().(*types.Chan)
	return ok
}

// settings returns those of a package, in source order.
func settings(p *check.Pass) []setting {
	var list []setting
	for _, start := range ssaflow.Of(p.Pass).Starts() {
		fn := start.Instr.Parent()
		if slices.ContainsFunc(list, func(s setting) bool { return s.fn == fn }) {
			continue
		}
		for instr := range ssaflow.Instrs(fn) {
			store, ok := instr.(*ssa.Store)
			if !ok || !signal(store.Val) {
				continue
			}
			if addr, ok := store.Addr.(*ssa.FieldAddr); ok && store.Pos().IsValid() && gets(start, store.Val) {
				_, made := ssainstr.Resolve(addr.X).(*ssa.Alloc)
				list = append(list, setting{fn, store, ssaflow.Field(addr).Origin(), made, start.Instr})
			}
		}
	}
	slices.SortFunc(list, func(a, b setting) int { return cmp.Compare(a.store.Pos(), b.store.Pos()) })
	return list
}

// signal reports whether a value is a channel that is made here, or the cancel function of a
// context that is.
func signal(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeChan:
		return types.Identical(v.Type().Underlying().(*types.Chan).Elem().Underlying(), types.NewStruct(nil, nil))
	case *ssa.ChangeType:
		return signal(v.X)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && v.Index == 1 && catalog.ContextEnds[ssaflow.Callee(&call.Call)] == "cancel"
	}
	return false
}

// gets reports whether a goroutine is given the context of a cancel function; of a channel in a
// field, what is started may take it from there.
func gets(start ssaflow.Start, signal ssa.Value) bool {
	if conv, ok := signal.(*ssa.ChangeType); ok {
		signal = conv.X
	}
	ex, ok := signal.(*ssa.Extract)
	if !ok {
		return true
	}
	given := slices.Clone(start.Instr.Common().Args)
	if mk, ok := start.Instr.Common().Value.(*ssa.MakeClosure); ok {
		given = append(given, mk.Bindings...)
	}
	return slices.ContainsFunc(given, func(v ssa.Value) bool {
		ctx, ok := ssainstr.Resolve(v).(*ssa.Extract)
		return ok && ctx.Tuple == ex.Tuple && ctx.Index == 0
	})
}

// usedBefore reports whether something may end the goroutine of before: a use of the field in the
// function, or in one that it or a caller of it calls.
func (s setting) usedBefore(p *check.Pass) bool {
	if s.uses(s.fn) || s.calls(s.fn, 3) {
		return true
	}
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		if fn != s.fn && callsFunc(fn, s.fn) && (s.uses(fn) || s.calls(fn, 3)) {
			return true
		}
	}
	return false
}

// uses reports whether a function reads the field.
func (s setting) uses(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		load, ok := instr.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			continue
		}
		if addr, ok := load.X.(*ssa.FieldAddr); ok && ssaflow.Field(addr).Origin() == s.field && !started(fn) && !s.after(load) {
			return true
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool { return s.uses(lit) })
}

// after reports whether a load reads what the function has set.
func (s setting) after(load *ssa.UnOp) bool {
	b := s.store.Block()
	if load.Block() == b {
		return slices.Index(b.Instrs, ssa.Instruction(s.store)) < slices.Index(b.Instrs, ssa.Instruction(load))
	}
	return load.Parent() == s.fn && b.Dominates(load.Block())
}

// started reports whether a literal runs as a goroutine of its own.
func started(fn *ssa.Function) bool {
	if fn.Parent() == nil {
		return false
	}
	return slices.ContainsFunc(ssainstr.Calls(fn.Parent()), func(call ssa.CallInstruction) bool {
		_, isGo := call.(*ssa.Go)
		mk, ok := call.Common().Value.(*ssa.MakeClosure)
		return isGo && ok && mk.Fn == ssa.Value(fn)
	})
}

// calls reports whether a function calls, in place, one that reads the field.
func (s setting) calls(fn *ssa.Function, depth int) bool {
	return depth > 0 && slices.ContainsFunc(ssainstr.Calls(fn), func(call ssa.CallInstruction) bool {
		callee := call.Common().StaticCallee()
		if _, isGo := call.(*ssa.Go); isGo || callee == nil || callee == s.fn || callee.Pkg != s.fn.Pkg {
			return false
		}
		return s.uses(callee) || s.calls(callee, depth-1)
	})
}

func callsFunc(fn, callee *ssa.Function) bool {
	return slices.ContainsFunc(ssainstr.Calls(fn), func(call ssa.CallInstruction) bool { return call.Common().StaticCallee() == callee })
}
