package closedonreturn

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A keeper is where a value is kept beyond its function.
type keeper struct {
	at    ssa.Instruction
	name  string
	place ssa.Value // the address of a variable or field, nil for what a function of another package keeps
}

// keeper returns where the function keeps the value, on each path on which it closes it; nil if it does not.
func (e *ended) keeper() *keeper {
	for instr := range ssaflow.Instrs(e.by.Parent()) {
		if !instr.Block().Dominates(e.by.Block()) && !e.by.Block().Dominates(instr.Block()) {
			continue
		}
		switch instr := instr.(type) {
		case *ssa.Store:
			if name := keptIn(instr.Addr); name != "" && e.same(instr.Val) && !e.setAgain(instr) {
				return &keeper{instr, name, instr.Addr}
			}
		case *ssa.Call:
			callee := ssaflow.Callee(&instr.Call)
			if i, ok := catalog.KeepsForOthers[callee]; ok && e.within(instr.Call.Args[i], 4) {
				return &keeper{instr, callmatch.Name(ssaflow.Object(&instr.Call)), nil}
			}
		}
	}
	return nil
}

// keptIn returns the name of a variable of the package, or of a field of what the function is given, "" for
// other places.
func keptIn(addr ssa.Value) string {
	switch addr := addr.(type) {
	case *ssa.Global:
		return addr.Name()
	case *ssa.FieldAddr:
		base := addr.X
		if load, ok := base.(*ssa.UnOp); ok {
			base = load.X
		}
		switch base.(type) {
		case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
			return ssaflow.Name(addr)
		}
	}
	return ""
}

// setAgain reports whether the function, or a literal that it defers, sets the place to another value as well.
func (e *ended) setAgain(store *ssa.Store) bool {
	fn := e.by.Parent()
	for _, f := range append([]*ssa.Function{fn}, fn.AnonFuncs...) {
		for instr := range ssaflow.Instrs(f) {
			other, ok := instr.(*ssa.Store)
			if ok && other != store && site.SamePlace(other.Addr, store.Addr) {
				return true
			}
		}
	}
	return false
}

// used reports whether another function than fn and its literals uses what is kept.
func (k *keeper) used(p *check.Pass, fn *ssa.Function) bool {
	if k.place == nil {
		return true
	}
	for _, other := range ssabuild.Of(p.Pass).Funcs {
		if ssaflow.Outermost(other) == ssaflow.Outermost(fn) || p.Quiet(other.Pos()) {
			continue
		}
		for instr := range ssaflow.Instrs(other) {
			load, ok := instr.(*ssa.UnOp)
			if ok && load.Op == token.MUL && site.SamePlace(load.X, k.place) && uses(load) {
				return true
			}
		}
	}
	return false
}

// uses reports whether something else is done with a value than to close it, or to compare it.
func uses(v ssa.Value) bool {
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case ssa.CallInstruction:
			if receiver(ref.Common()) == nil {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// works reports whether a function is what uses the value until it returns: the program's main function, or one
// that serves, waits for others or repeats its work.
func works(p *check.Pass, fn *ssa.Function) bool {
	if ssaflow.Outermost(fn).Name() == "main" && p.Pkg.Name() == "main" {
		return true
	}
	for instr := range ssaflow.Instrs(fn) {
		switch instr := instr.(type) {
		case *ssa.Send, *ssa.Select, *ssa.Go:
			return true
		case *ssa.UnOp:
			if instr.Op == token.ARROW {
				return true
			}
		case ssa.CallInstruction:
			if waits(p, instr.Common()) {
				return true
			}
		}
		if instr.Block() != nil && lockset.Loops(instr.Block()) {
			return true
		}
	}
	return false
}

// waits reports whether a call serves, or waits for a group.
func waits(p *check.Pass, call *ssa.CallCommon) bool {
	fn := ssaflow.Object(call)
	return fn != nil && (signals.Of(p.Pass).Serves(fn) || catalog.Joins[callmatch.Name(fn)] || catalog.WaitGroupMethods[callmatch.Name(fn)] == "wait")
}

// usedUntil returns where the function calls something else after it has deferred the call, than methods of the value
// and what logs or works in memory: that may be all that uses the value, as what runs a command.
func (e *ended) usedUntil() token.Pos {
	for instr := range ssaflow.Instrs(e.by.Parent()) {
		call, ok := instr.(*ssa.Call)
		if !ok || !lockset.Precedes(e.by, call) {
			continue
		}
		_, builtin := call.Call.Value.(*ssa.Builtin)
		fn := ssaflow.Object(&call.Call)
		switch {
		case builtin, fn != nil && fn.Pkg() != nil && catalog.InProcess(fn.Pkg().Path()), fn != nil && fn.Name() == "Error":
		case call.Call.IsInvoke() && e.same(call.Call.Value), len(call.Call.Args) > 0 && e.same(call.Call.Args[0]):
		case fn != nil && hasKeeper(fn):
		default:
			return call.Pos()
		}
	}
	return token.NoPos
}

// hasKeeper reports whether a function keeps an argument for the whole program.
func hasKeeper(fn *types.Func) bool {
	_, ok := catalog.KeepsForOthers[callmatch.Name(fn)]
	return ok
}
