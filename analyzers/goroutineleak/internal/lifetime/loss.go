package lifetime

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// This file determines whether a goroutine is meant to end. How many of a cache like
//
//	func newCache() *cache {
//		c := &cache{…}
//		go c.sweep() // forever, in memory
//		return c
//	}
//
// a program makes is not known here. Where nothing speaks for an end of it, that is a
// doubt, unless the function is there for others to make as many as they like.

// wanted reports whether the goroutine is meant to end: it, or the function that starts it,
// is passed a context; something waits for it; its owner has a method that ends its work;
// or it changes what outlives the process.
func (l *Lifetimes) wanted(start ssaflow.Start) bool {
	return l.startedWithContext(start) || getsContext(start.Bodies) || l.joined(start) || l.OwnerStops(start) ||
		l.changes(start.Bodies, 4)
}

// InMemory reports whether the goroutine works on something in memory that exists without
// it, for as long as that does, and nothing known is meant to end it. A goroutine that the
// code starts repeatedly is different: all that have been started are leaked. So is one
// that polls for no other goroutine, and one that prints in each iteration.
func (l *Lifetimes) InMemory(start ssaflow.Start) bool {
	fn := start.Instr.Parent()
	return !l.wanted(start) && l.serves(start.Bodies, 4) && !slices.ContainsFunc(start.Bodies, printsEachRound) && !l.ofCallers(start) && (!l.Repeats(start.Instr, 4) || l.oncePerProgram(fn, 4))
}

// ofCallers reports whether the goroutine works for a value that an exported function of a
// library makes for its callers, of which this package shows none: each call of it starts a
// goroutine that keeps its value in memory when the caller has dropped it.
func (l *Lifetimes) ofCallers(start ssaflow.Start) bool {
	return l.p.Pkg.Name() != "main" && slices.ContainsFunc(workedFor(start), func(owner ssa.Value) bool {
		return owner != nil && l.madeForCallers(owner, start.Instr.Parent(), 3)
	})
}

// madeForCallers reports whether fn is exported, and makes and returns the owner, or gets it
// from a function that does.
func (l *Lifetimes) madeForCallers(owner ssa.Value, fn *ssa.Function, depth int) bool {
	callers, _ := l.flow.Callers(fn)
	if _, made := owner.(*ssa.Alloc); made {
		obj, _ := fn.Object().(*types.Func)
		return obj != nil && obj.Exported() && len(callers) == 0 && returned(fn, owner)
	}
	i := slices.IndexFunc(fn.Params, func(v *ssa.Parameter) bool { return v == owner })
	return i >= 0 && depth > 0 && slices.ContainsFunc(callers, func(c ssa.CallInstruction) bool {
		args := c.Common().Args
		return !c.Common().IsInvoke() && i < len(args) && l.madeForCallers(args[i], c.Parent(), depth-1)
	})
}

// OnlyCounts reports whether the goroutine, of which there is one in the program, changes
// numbers in variables that it shares, by atomic operations too, and calls nothing else of the
// package, nor anything but what stays in the process.
func (l *Lifetimes) OnlyCounts(start ssaflow.Start) bool {
	counts := false
	for _, fn := range start.Bodies {
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(*ssa.Call)
			if store, stores := instr.(*ssa.Store); stores {
				counts = counts || sharedNumber(store.Addr)
			}
			if !ok {
				continue
			}
			callee := ssaflow.Object(&call.Call)
			if callee == nil || callee.Pkg() == nil || !catalog.InProcess(callee.Pkg().Path()) {
				return false
			}
			counts = counts || slices.ContainsFunc(call.Call.Args, sharedNumber)
		}
	}
	return counts && l.oncePerProgram(start.Instr.Parent(), 4) && !ssaflow.Reaches(start.Instr.Block(), start.Instr.Block())
}

// sharedNumber reports whether v is the address of a number that a literal captures, or that a
// variable of a package is.
func sharedNumber(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.FreeVar, *ssa.Global:
		basic, ok := callmatch.Deref(v.Type()).Underlying().(*types.Basic)
		return ok && basic.Info()&types.IsNumeric != 0
	}
	return false
}

// Repeats reports whether a loop runs instr, or calls the function that it is in.
func (l *Lifetimes) Repeats(instr ssa.Instruction, depth int) bool {
	if depth == 0 || ssaflow.Reaches(instr.Block(), instr.Block()) {
		return depth > 0
	}
	callers, _ := l.flow.Callers(instr.Parent())
	return slices.ContainsFunc(callers, func(c ssa.CallInstruction) bool { return l.Repeats(c, depth-1) })
}

// startedWithContext reports whether the function that starts the goroutine, or one around
// it, has a context, a request that carries one, or a channel that only signals.
func (l *Lifetimes) startedWithContext(start ssaflow.Start) bool {
	for fn := start.Instr.Parent(); fn != nil; fn = fn.Parent() {
		switch fn.Syntax().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			if len(ctxscope.Given(l.p.Pass, fn.Syntax(), start.Instr.Pos())) > 0 || slices.ContainsFunc(fn.Params, tells) {
				return true
			}
		}
	}
	return false
}

// tells reports whether a parameter is a channel to receive nothing but a signal from.
func tells(v *ssa.Parameter) bool {
	ch, ok := v.Type().Underlying().(*types.Chan)
	if !ok || ch.Dir() == types.SendOnly {
		return false
	}
	return callmatch.IsEmpty(ch.Elem())
}

// getsContext reports whether the functions have a context that they did not make.
func getsContext(fns []*ssa.Function) bool {
	return slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		given := slices.ContainsFunc(fn.Params, func(v *ssa.Parameter) bool { return ssaflow.IsContext(v.Type()) }) ||
			slices.ContainsFunc(fn.FreeVars, func(v *ssa.FreeVar) bool { return ssaflow.IsContext(callmatch.Deref(v.Type())) })
		for instr := range ssaflow.Instrs(fn) {
			field, ok := instr.(*ssa.FieldAddr)
			given = given || ok && ssaflow.IsContext(callmatch.Deref(field.Type()))
		}
		return given
	})
}

// joined reports whether something waits for the goroutine: a group counts it, where it
// starts or in the function of the package that starts it.
func (l *Lifetimes) joined(start ssaflow.Start) bool {
	if catalog.Starters[start.Starter].Joined || slices.ContainsFunc(start.Bodies, counted) {
		return true
	}
	helper := start.Instr.Common().StaticCallee()
	if _, ok := start.Instr.(*ssa.Call); !ok || helper == nil || helper.Pkg != start.Instr.Parent().Pkg {
		return false
	}
	for instr := range ssaflow.Instrs(helper) {
		if g, ok := instr.(*ssa.Go); ok {
			if bodies, _ := l.flow.Callees(g); slices.ContainsFunc(bodies, counted) {
				return true
			}
		}
	}
	return false
}

// OwnerStops reports whether a value that the goroutine works for, or whose method
// starts it, has a method that ends it.
func (l *Lifetimes) OwnerStops(start ssaflow.Start) bool {
	owners := workedFor(start)
	for _, fn := range append(slices.Clone(start.Bodies), ssaflow.Outermost(start.Instr.Parent())) {
		if fn.Signature.Recv() != nil {
			owners = append(owners, fn.Params[0])
		}
	}
	return slices.ContainsFunc(owners, func(owner ssa.Value) bool {
		return owner != nil && stoppable(l.p.Pkg, owner.Type())
	})
}

// stoppable reports whether t is a type of the package with a method that, going by its
// name and by what it is given, ends the work of its values.
func stoppable(pkg *types.Package, t types.Type) bool {
	named := callmatch.Named(callmatch.Deref(t))
	return named != nil && named.Obj().Pkg() == pkg && slices.ContainsFunc(catalog.StopMethods, func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, pkg, name)
		fn, ok := obj.(*types.Func)
		return ok && fn.Signature().Params().Len() <= 1
	})
}
