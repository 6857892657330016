package access

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// A mapEffect is what a function does to the elements of a map that it is passed.
type mapEffect int

const (
	leavesMap mapEffect = iota
	readsMap
	writesMap
)

// maxHelpers limits how many calls deep a map is followed into functions.
const maxHelpers = 3

// passedMaps returns the accesses that a call makes by a function of the package which is passed a map: a
// method of a map type, or a function with a map among its parameters.
//
//	func (u usage) count(name string) { u[name]++ }
//	…
//	s.usage.count(name)
func passedMaps(f *lockset.Func, call *ssa.CallCommon) []*Access {
	callee := f.Pkg.Callee(call)
	if callee == nil {
		return nil
	}
	_, args := f.Pkg.Target(call)
	var list []*Access
	for i, arg := range args {
		if !lockset.IsMap(arg.Type()) || i >= len(callee.SSA.Params) {
			continue
		}
		if effect := effectOn(callee, i, maxHelpers); effect != leavesMap {
			list = append(list, content(f, converted(arg), effect == writesMap)...)
		}
	}
	return list
}

// mapEffects are what [effectOn] has found for the parameters of functions.
type mapEffects map[*ssa.Parameter]mapEffect

// effectOn returns what a function does to the elements of the map that is its parameter i, without a
// lock of its own.
func effectOn(f *lockset.Func, i, depth int) mapEffect {
	known := lockset.Memo[mapEffects](f.Pkg)
	if *known == nil {
		*known = make(mapEffects)
	}
	param := f.SSA.Params[i]
	if effect, ok := (*known)[param]; ok || depth == 0 {
		return effect
	}
	(*known)[param] = leavesMap // for calls of itself
	effect := leavesMap
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		if !slices.ContainsFunc(held.Held(), func(h lockset.Hold) bool { return f.Encloses(h.Pos) }) {
			effect = max(effect, effectOf(f, instr, param, depth))
		}
	})
	(*known)[param] = effect
	return effect
}

// effectOf returns what an instruction does to the elements of the map that a parameter is.
func effectOf(f *lockset.Func, instr ssa.Instruction, param *ssa.Parameter, depth int) mapEffect {
	switch instr := instr.(type) {
	case *ssa.MapUpdate:
		if converted(instr.Map) == ssa.Value(param) {
			return writesMap
		}
	case *ssa.Lookup:
		if converted(instr.X) == ssa.Value(param) {
			return readsMap
		}
	case *ssa.Range:
		if converted(instr.X) == ssa.Value(param) {
			return readsMap
		}
	case *ssa.Call:
		return calledEffect(f, &instr.Call, param, depth)
	}
	return leavesMap
}

// calledEffect is effectOf for a call.
func calledEffect(f *lockset.Func, call *ssa.CallCommon, param *ssa.Parameter, depth int) mapEffect {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		switch {
		case len(call.Args) == 0 || converted(call.Args[0]) != ssa.Value(param):
		case b.Name() == "delete" || b.Name() == "clear":
			return writesMap
		case b.Name() == "len":
			return readsMap
		}
		return leavesMap
	}
	callee := f.Pkg.Callee(call)
	_, args := f.Pkg.Target(call)
	i := slices.IndexFunc(args, func(arg ssa.Value) bool { return converted(arg) == ssa.Value(param) })
	if callee == nil || i < 0 || i >= len(callee.SSA.Params) {
		return leavesMap
	}
	return effectOn(callee, i, depth-1)
}

// converted returns the map that a value is, between a named type and its underlying one.
func converted(v ssa.Value) ssa.Value {
	if change, ok := v.(*ssa.ChangeType); ok {
		return change.X
	}
	return v
}
