package lockuse

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// A PanicLeak is a lock that stays held after a panic, in a function that recovers and
// continues.
type PanicLeak struct {
	Op      lockset.Op
	At      ssa.CallInstruction // the acquisition
	Panics  ssa.Instruction     // a panic, or the call of a function that was passed in
	Recover *ssa.Defer
	Above   bool                // a function recovers that calls the one with the lock
	Frees   ssa.CallInstruction // what does not run then
}

// PanicLeaks returns the locks that f leaves held because it recovers from a panic and
// releases them on its normal path only. Everything may panic; reported are explicit
// panics, and calls of functions that were passed in or are kept in a field, for which
// functions that recover are made.
func PanicLeaks(f *lockset.Func) []PanicLeak {
	rec, above := recovers(f), false
	if rec == nil && f.SSA.Parent() == nil {
		rec = recoversAbove(f, maxAbove)
		above = rec != nil
	}
	if rec == nil || ranges(f) {
		return nil
	}
	var list []PanicLeak
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		if !panics(f, instr) || !above && !rec.Block().Dominates(instr.Block()) {
			return
		}
		if _, explicit := instr.(*ssa.Panic); explicit && above {
			return // what means to panic is not meant to be survived
		}
		for _, h := range held.Held() {
			at, frees := pair(f, h)
			_, panics := instr.(*ssa.Panic)
			if at != nil && frees != nil && (panics || lockset.Precedes(instr, frees)) && !handedOver(f.Pkg, f, h.Op) {
				list = append(list, PanicLeak{h.Op, at, instr, rec, above, frees})
				break
			}
		}
	})
	return list
}

// maxAbove bounds how many calls up a function that recovers is looked for.
const maxAbove = 3

// recoversAbove returns the defer of a function that recovers from the panics of f: one that calls it, or is passed
// a literal that does and calls that.
//
//	err := guard(func() error { return t.run(ctx) })
func recoversAbove(f *lockset.Func, depth int) *ssa.Defer {
	if depth == 0 {
		return nil
	}
	for _, s := range f.Sites {
		if s.Start {
			continue
		}
		if rec := recovers(s.Caller); rec != nil && rec.Block().Dominates(s.Instr.Block()) {
			return rec
		}
		if rec := recoversFrom(s.Caller); rec != nil {
			return rec
		}
		if rec := recoversAbove(s.Caller, depth-1); rec != nil {
			return rec
		}
	}
	return nil
}

// recoversFrom returns the defer of a function of the package that is passed a literal, calls it, and recovers.
func recoversFrom(lit *lockset.Func) *ssa.Defer {
	if lit.SSA.Parent() == nil {
		return nil
	}
	for _, use := range usesOf(lit) {
		call, ok := use.(*ssa.Call)
		if !ok {
			continue
		}
		g := lit.Pkg.Callee(&call.Call)
		if g == nil || g == lit {
			continue
		}
		if rec := recovers(g); rec != nil && callsParameter(g) {
			return rec
		}
	}
	return nil
}

// usesOf returns what uses the value of a literal.
func usesOf(lit *lockset.Func) (list []ssa.Instruction) {
	if mc := lit.Pkg.Closures[lit.SSA]; mc != nil {
		for _, ref := range ssabuild.Referrers(mc) {
			if conv, ok := ref.(*ssa.ChangeType); ok {
				list = append(list, ssabuild.Referrers(conv)...)
			}
			list = append(list, ref)
		}
	}
	return list
}

// callsParameter reports whether f calls a function that it is passed.
func callsParameter(f *lockset.Func) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && lockset.IsParameter(call.Call.Value) && !call.Call.IsInvoke() {
				return true
			}
		}
	}
	return false
}

// recovers returns the defer of a literal that recovers and does not panic again.
func recovers(f *lockset.Func) *ssa.Defer {
	for _, d := range f.Defers {
		g := f.Pkg.Callee(&d.Call)
		if g == nil || g.SSA.Parent() != f.SSA {
			continue
		}
		recovers, panics := false, false
		for _, b := range g.SSA.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok {
					builtin, ok := call.Call.Value.(*ssa.Builtin)
					recovers = recovers || ok && builtin.Name() == "recover"
				}
				_, ok := instr.(*ssa.Panic)
				panics = panics || ok
			}
		}
		if recovers && !panics {
			return d
		}
	}
	return nil
}

// panics reports whether instr is a panic or calls a function that the function
// was given.
func panics(f *lockset.Func, instr ssa.Instruction) bool {
	if _, ok := instr.(*ssa.Panic); ok {
		return instr.Pos().IsValid()
	}
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.IsInvoke() || f.Pkg.Callee(&call.Call) != nil || call.Call.StaticCallee() != nil {
		return false
	}
	_, isFunc := call.Call.Value.Type().Underlying().(*types.Signature)
	_, result := call.Call.Value.(*ssa.Call)
	_, builtin := call.Call.Value.(*ssa.Builtin)
	return isFunc && !result && !builtin
}

// pair returns the call in f that acquired a lock, and the next one in the source that releases it;
// nil if a deferred call does that, or another function acquired it.
func pair(f *lockset.Func, h lockset.Hold) (at, frees ssa.CallInstruction) {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if call.Pos() == h.Pos {
				at = call
			}
			if _, deferred := instr.(*ssa.Defer); slices.ContainsFunc(f.Pkg.Ops(call.Common()), func(op lockset.Op) bool {
				return !op.Acquire && op.Read == h.Op.Read && (op.Path == h.Path || op.Key != "" && op.Key == h.Key)
			}) {
				if deferred {
					return nil, nil
				}
				if frees == nil || frees.Pos() < h.Pos || h.Pos < call.Pos() && call.Pos() < frees.Pos() {
					frees = call
				}
			}
		}
	}
	return at, frees
}
