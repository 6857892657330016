package lifetime

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// singleton reports whether the goroutine works for a value that the package
// makes once and keeps in a variable, or one for each name in a map:
//
//	if shared == nil {
//		shared = &listener{…}
//		go shared.listen()
//	}
func singleton(flow *ssaflow.Flow, start ssaflow.Start) bool {
	return slices.ContainsFunc(workedFor(start), func(owner ssa.Value) bool { return keptForGood(flow, start.Instr.Parent(), owner) })
}

// workedFor returns the values that a goroutine works for: the receiver of its
// function, or what a literal captures.
func workedFor(start ssaflow.Start) []ssa.Value {
	call := start.Instr.Common()
	if inner := start.Inner(); inner != nil && inner.Signature().Recv() != nil && isGlobal(inner.Args[0]) {
		return inner.Args[:1:1]
	}
	fun := call.Value
	if start.Arg != nil {
		fun = start.Arg
	}
	if mk, ok := fun.(*ssa.MakeClosure); ok && (start.Arg != nil || len(call.Args) == 0) {
		var owners []ssa.Value
		for _, b := range mk.Bindings {
			if variable, ok := b.(*ssa.Alloc); ok {
				b = ssaflow.OnlyStore(variable)
			}
			owners = append(owners, b) // a method's receiver is bound itself
		}
		return owners
	}
	if start.Arg != nil || call.Signature().Recv() == nil || len(call.Args) == 0 {
		return nil
	}
	return call.Args[:1:1] // to append to: the arguments after it are the call's
}

func keptForGood(flow *ssaflow.Flow, fn *ssa.Function, owner ssa.Value) bool {
	if owner == nil {
		return false
	}
	if keepsOne(fn, owner) {
		return true
	}
	callers, _ := flow.Callers(fn) // an exported constructor too: this is how it is meant to be called
	return len(callers) > 0 && returned(fn, owner) && !slices.ContainsFunc(callers, func(c ssa.CallInstruction) bool {
		call, ok := c.(*ssa.Call)
		return !ok || !keepsOne(call.Parent(), call)
	})
}

// keepsOne reports whether fn stores v, or the first of the results v, in a
// package variable, or has read it from there, and asks that variable for nil; or
// puts it into a map of the package and has looked there.
func keepsOne(fn *ssa.Function, v ssa.Value) bool {
	tested := make(map[ssa.Value]bool)
	kept := make(map[ssa.Value]bool)
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL && isGlobal(v) {
		kept[load.X] = true // in a literal of fn
	}
	for instr := range ssaflow.Instrs(fn) {
		switch instr := instr.(type) {
		case *ssa.Store:
			if ex, ok := instr.Val.(*ssa.Extract); instr.Val == v || ok && ex.Tuple == v && ex.Index == 0 {
				kept[instr.Addr] = true
			}
		case *ssa.UnOp:
			if instr == v && instr.Op == token.MUL {
				kept[instr.X] = true
			}
		case *ssa.BinOp:
			if load, ok := instr.X.(*ssa.UnOp); ok && ssainstr.IsNil(instr.Y) {
				tested[load.X] = true
			}
		case *ssa.MapUpdate:
			if load, ok := instr.Map.(*ssa.UnOp); ok && instr.Value == v {
				kept[load.X] = true
			}
		case *ssa.Lookup:
			if load, ok := instr.X.(*ssa.UnOp); ok && instr.CommaOk {
				tested[load.X] = true
			}
		}
	}
	for place := range kept {
		if _, ok := place.(*ssa.Global); ok && tested[place] {
			return true
		}
	}
	return false
}

// isGlobal reports whether v is a package variable, or what one holds.
func isGlobal(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	_, ok := v.(*ssa.Global)
	return ok
}

// returned reports whether fn returns v.
func returned(fn *ssa.Function, v ssa.Value) bool {
	for instr := range ssaflow.Instrs(fn) {
		ret, ok := instr.(*ssa.Return)
		if ok && slices.ContainsFunc(ret.Results, func(r ssa.Value) bool { return r == v || muststop.Origin(r) == v }) {
			return true
		}
	}
	return false
}

// ForeignOnce reports whether the program makes the value once, and the goroutine that another module
// starts for it works on memory alone: it is needed until the program ends, and nothing is lost then.
func (l *Lifetimes) ForeignOnce(call ssa.CallInstruction, fact *muststop.Fact) bool {
	obj := ssaflow.Object(call.Common())
	return fact.Memory && obj != nil && callmatch.Foreign(l.p.Pass, obj) &&
		!ssaflow.Reaches(call.Block(), call.Block()) && l.oncePerProgram(call.Parent(), 4)
}
