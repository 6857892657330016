package unlocked

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// staleValue reports whether all that a read without the lock can get is a number out of date: a
// length, or what is configured. What holds another lock of the object is meant to be up to date.
func staleValue(g *guard.Guard, a *access.Access) bool {
	wrong := slices.ContainsFunc(a.Held, func(h lockset.Hold) bool { return a.Besides(h.Path) })
	return !a.Write && !wrong && (onlyLength(a) || isNumber(a.Field.Type()) && a.Part == "" && configuredNumber(g))
}

// onlyLength reports whether an access reads a slice or map for its length.
func onlyLength(a *access.Access) bool {
	switch instr := a.Instr.(type) {
	case *ssa.Call:
		return isLen(instr)
	case *ssa.UnOp:
		found := false
		for _, ref := range ssabuild.Referrers(instr) {
			if _, debug := ref.(*ssa.DebugRef); debug {
				continue
			}
			if !isLen(ref) {
				return false
			}
			found = true
		}
		return found
	}
	return false
}

// isLen reports whether an instruction takes a length, which is only compared, or the capacity
// of a slice.
func isLen(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "len" && !slices.ContainsFunc(ssabuild.Referrers(call), func(ref ssa.Instruction) bool {
		_, debug := ref.(*ssa.DebugRef)
		op, ok := ref.(*ssa.BinOp)
		slice, makes := ref.(*ssa.MakeSlice)
		return !debug && !(ok && types.Identical(op.Type().Underlying(), types.Typ[types.Bool])) && !(makes && slice.Len != call)
	})
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// configuredNumber reports whether the field is only ever set to what a caller passes in.
func configuredNumber(g *guard.Guard) bool {
	set := false
	for _, w := range g.Related() {
		if !w.Write {
			continue
		}
		store, ok := w.Instr.(*ssa.Store)
		if !ok || !origin.FromCaller(store.Val) {
			return false
		}
		set = true
	}
	return set
}

// lowerStale adds the doubt about numbers out of date, where a function does nothing else without
// the lock.
func lowerStale(list []Race) {
	stale := func(u Race) bool { return staleValue(u.Guard, u.Access) }
	for i, u := range list {
		if u.Proof == nil && stale(u) && !slices.ContainsFunc(list, func(o Race) bool {
			return o.Proof == nil && o.Guard.Lock == u.Guard.Lock && o.Func.Outermost() == u.Func.Outermost() && !stale(o)
		}) {
			list[i].Doubts = append(list[i].Doubts, verdict.StaleValue.At(u.Pos))
		}
	}
}
