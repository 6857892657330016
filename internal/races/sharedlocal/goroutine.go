package sharedlocal

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// startOf returns what starts the goroutine that f runs in, nil if f runs as a
// part of the function that declares the variable.
func startOf(f *lockset.Func, declares *ssa.Function) (ssa.Instruction, bool) {
	for depth := 0; f != nil && depth < 4; depth++ {
		if f.SSA == declares {
			return nil, true
		}
		if start := passedToStarter(f); start != nil {
			return start, start.Parent() == declares
		}
		if f.SSA.Parent() == nil || !f.InPlace || len(f.Sites) != 1 {
			return nil, false
		}
		s := f.Sites[0]
		switch s.Instr.(type) {
		case *ssa.Go:
			return s.Instr, s.Instr.Parent() == declares
		case *ssa.Defer:
			if s.Caller.SSA == declares {
				return nil, false // after everything else
			}
		}
		f = s.Caller
	}
	return nil, false
}

// handedOn returns what makes the literal that f is, or is a part of, and that the function
// which declares a variable returns, stores or passes on.
func handedOn(f *lockset.Func, declares *ssa.Function) (ssa.Instruction, bool) {
	for f.InPlace && len(f.Sites) == 1 && !f.Started() {
		f = f.Sites[0].Caller
	}
	mc := f.Pkg.Closures[f.SSA]
	if mc == nil || mc.Parent() != declares || f.InPlace || ownHook(f.Pkg, mc) {
		return nil, false
	}
	return mc, !mayRunHere(f.Pkg, mc, 6) || lockset.Handles(f.SSA)
}

// mayRunHere reports whether a literal, or a variable that holds it, is called, or passed
// to what may call it in place.
func mayRunHere(p *lockset.Package, v ssa.Value, depth int) bool {
	if depth == 0 {
		return true // a literal that captures itself
	}
	return slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.Store:
			alloc, ok := ref.Addr.(*ssa.Alloc)
			return ok && mayRunHere(p, alloc, depth-1)
		case *ssa.UnOp:
			return mayRunHere(p, ref, depth-1)
		case *ssa.MakeClosure: // which calls it, and may run here itself
			i := slices.Index(ref.Bindings, v)
			return i >= 0 && mayRunHere(p, ref.Fn.(*ssa.Function).FreeVars[i], depth-1) && mayRunHere(p, ref, depth-1)
		case *ssa.ChangeType:
			return mayRunHere(p, ref, depth-1)
		case ssa.CallInstruction:
			return !p.Starts(ref)
		}
		return false
	})
}

// ownHook reports whether a literal is only put into fields whose functions run in the
// goroutine that uses the object.
//
//	client.CheckRedirect = func(…) error { … }
func ownHook(p *lockset.Package, mc *ssa.MakeClosure) bool {
	return !slices.ContainsFunc(ssabuild.Referrers(mc), func(ref ssa.Instruction) bool {
		if _, debug := ref.(*ssa.DebugRef); debug {
			return false
		}
		store, ok := ref.(*ssa.Store)
		if !ok {
			return true
		}
		field, ok := store.Addr.(*ssa.FieldAddr)
		return !ok || !catalog.OwnHooks[callmatch.TypeName(callmatch.Deref(field.X.Type()))+"."+p.Place(field).Field.Name()]
	})
}

// passedToStarter returns the call that f, a literal, is passed to, if that starts a
// goroutine.
func passedToStarter(f *lockset.Func) ssa.Instruction {
	mc := f.Pkg.Closures[f.SSA]
	if mc == nil {
		return nil
	}
	var start ssa.Instruction
	for _, ref := range ssabuild.Referrers(mc) {
		if _, ok := ref.(*ssa.DebugRef); ok {
			continue
		}
		if start != nil || !lockset.StartsGoroutine(ref) {
			return nil
		}
		start = ref
	}
	return start
}
