package origin

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// HandedIn reports whether a value is a parameter of its function, as it is or as an interface.
func HandedIn(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter:
		return true
	case *ssa.MakeInterface:
		return HandedIn(v.X)
	case *ssa.ChangeInterface:
		return HandedIn(v.X)
	}
	return false
}

// IsResult reports whether a local variable is returned.
func IsResult(a *ssa.Alloc) bool {
	for _, ref := range ssabuild.Referrers(a) {
		load, ok := ref.(*ssa.UnOp)
		if !ok {
			continue
		}
		for _, use := range ssabuild.Referrers(load) {
			if _, ok := use.(*ssa.Return); ok {
				return true
			}
		}
	}
	return false
}

// Obtained reports whether a value is what a call returned, other than one of the package that
// returns its receiver, or an element of a container.
func Obtained(p *lockset.Package, v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Extract:
		return Obtained(p, v.Tuple)
	case *ssa.Next, *ssa.Lookup:
		return true
	case *ssa.UnOp:
		_, element := v.X.(*ssa.IndexAddr)
		return element
	case *ssa.Call:
		callee := p.Callee(&v.Call)
		return callee == nil || !returnsArgument(callee)
	}
	return false
}

// returnsArgument reports whether f may return one of its arguments.
func returnsArgument(f *lockset.Func) bool {
	return slices.ContainsFunc(Results(f), func(v ssa.Value) bool {
		return lockset.IsParameter(v) || slices.ContainsFunc(Sources(v), func(instr ssa.Instruction) bool {
			from, ok := instr.(ssa.Value)
			return ok && lockset.IsParameter(f.Pkg.Place(from).Root)
		})
	})
}

// Results returns the values that f returns, at each of its ends.
func Results(f *lockset.Func) []ssa.Value {
	var list []ssa.Value
	for _, b := range f.SSA.Blocks {
		if ret, ok := lockset.LastOf(b).(*ssa.Return); ok {
			list = append(list, ret.Results...)
		}
	}
	return list
}

// FromCaller reports whether a value is a parameter, or a field of one.
func FromCaller(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter:
		return true
	case *ssa.UnOp:
		return FromCaller(v.X)
	case *ssa.FieldAddr:
		return FromCaller(v.X)
	case *ssa.Field:
		return FromCaller(v.X)
	case *ssa.Convert:
		return FromCaller(v.X)
	case *ssa.Alloc: // a parameter that is a struct
		return slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
			store, ok := ref.(*ssa.Store)
			return ok && store.Addr == v && FromCaller(store.Val)
		})
	}
	return false
}
