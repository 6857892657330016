package goroutineleak

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

// This file asks what a goroutine that nothing can stop puts at stake. Whether code
// like
//
//	func newCache() *cache {
//		c := &cache{…}
//		go c.sweep() // for ever, in memory
//		return c
//	}
//
// is wrong depends on how many caches the program makes, and nothing here tells: it is
// process-lifetime's. Where something is at stake, it is no-exit's, or ticker-range's.

// atStake reports whether somebody wants the goroutine to end: it, or the function that
// starts it, has been given a context; somebody waits for it; there is one for each of
// something that is not fixed; it exchanges values with others, or changes what outlives the process, for an
// owner that can be stopped; it changes such things, and could be told to stop; or it works
// for nothing that is there to be seen. That it changes something is not enough: a table
// that is saved, or read, from time to time for as long as the process lives does so, too.
func (l *lifetimes) atStake(start ssaflow.Start) bool {
	return ssaflow.Reaches(start.Instr.Block(), start.Instr.Block()) && !overFixed(l.p, start) || l.wanted(start)
}

// wanted is atStake without a look at how often the goroutine is started.
func (l *lifetimes) wanted(start ssaflow.Start) bool {
	switch {
	case l.startedWithContext(start) || getsContext(start.Bodies):
	case l.joined(start):
	case l.ownerStops(start) && (l.exchanges(start.Bodies, 4) || l.changes(start.Bodies, 4, false)):
	case l.couldBeTold(start) && l.changes(start.Bodies, 4, false):
	default:
		return !l.serves(start.Bodies, 4)
	}
	return true
}

// startedWithContext reports whether the function that starts the goroutine, or one
// around it, has a context, or a request that carries one.
func (l *lifetimes) startedWithContext(start ssaflow.Start) bool {
	for fn := start.Instr.Parent(); fn != nil; fn = fn.Parent() {
		switch fn.Syntax().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			if len(ctxscope.Given(l.p.Pass, fn.Syntax(), start.Instr.Pos())) > 0 {
				return true
			}
		}
	}
	return false
}

// getsContext reports whether the functions have a context that they did not make.
func getsContext(fns []*ssa.Function) bool {
	return slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		given := slices.ContainsFunc(fn.Params, func(v *ssa.Parameter) bool { return ssaflow.IsContext(v.Type()) }) ||
			slices.ContainsFunc(fn.FreeVars, func(v *ssa.FreeVar) bool { return ssaflow.IsContext(pointee(v.Type())) })
		for instr := range ssaflow.Instrs(fn) {
			field, ok := instr.(*ssa.FieldAddr)
			given = given || ok && ssaflow.IsContext(pointee(field.Type()))
		}
		return given
	})
}

// pointee returns what t points to, t itself where it is no pointer.
func pointee(t types.Type) types.Type {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		return ptr.Elem()
	}
	return t
}

// joined reports whether somebody waits for the goroutine: a group counts it, where it
// starts or in the function of the package that starts it.
func (l *lifetimes) joined(start ssaflow.Start) bool {
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

// couldBeTold reports whether there is something by which the goroutine could be told to
// stop, although it is not: the function that starts it has made a context that ends, or
// what it calls gets one that does not.
func (l *lifetimes) couldBeTold(start ssaflow.Start) bool {
	return calling(start.Instr.Parent(), func(name string) bool { return catalog.ContextEnds[name] != "" }) ||
		l.makesRoot(start.Bodies, 4)
}

func (l *lifetimes) makesRoot(fns []*ssa.Function, depth int) bool {
	return depth > 0 && slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		return calling(fn, func(name string) bool { return catalog.ContextRoots[name] }) ||
			slices.ContainsFunc(calls(fn), func(call ssa.CallInstruction) bool {
				bodies, _ := l.flow.Callees(call)
				return l.makesRoot(bodies, depth-1)
			})
	})
}

func calling(fn *ssa.Function, is func(name string) bool) bool {
	return slices.ContainsFunc(calls(fn), func(call ssa.CallInstruction) bool { return is(ssaflow.Callee(call.Common())) })
}

// ownerStops reports whether a value that the goroutine works for, or whose method
// starts it, has a method that ends it.
func (l *lifetimes) ownerStops(start ssaflow.Start) bool {
	owners := workedFor(start)
	for _, fn := range append(slices.Clone(start.Bodies), topOf(start.Instr.Parent())) {
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
	named := callmatch.Named(pointee(t))
	return named != nil && named.Obj().Pkg() == pkg && slices.ContainsFunc(catalog.StopMethods, func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, pkg, name)
		fn, ok := obj.(*types.Func)
		return ok && fn.Signature().Params().Len() <= 1
	})
}
