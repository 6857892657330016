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

// This file asks whether somebody wants a goroutine to end. How many of a cache like
//
//	func newCache() *cache {
//		c := &cache{…}
//		go c.sweep() // for ever, in memory
//		return c
//	}
//
// a program makes is not known here. Where nothing speaks for an end of it, that is a
// doubt.

// wanted reports whether somebody wants the goroutine to end: it, or the function that
// starts it, has been given a context; somebody waits for it; its owner has a method that
// ends its work; or it changes what outlives the process.
func (l *lifetimes) wanted(start ssaflow.Start) bool {
	return l.startedWithContext(start) || getsContext(start.Bodies) || l.joined(start) || l.ownerStops(start) ||
		l.changes(start.Bodies, 4)
}

// keepsOne reports whether the goroutine keeps a value in memory up to date from time to
// time, for as long as there is one, and one start begins one: what a program has one of,
// more often than not. A ticker that is ranged over is another thing: who stops it
// believes that this ends the loop.
func (l *lifetimes) keepsOne(start ssaflow.Start) bool {
	return !l.wanted(start) && l.serves(start.Bodies, 4) && !l.exchanges(start.Bodies, 4) &&
		(!ssaflow.Reaches(start.Instr.Block(), start.Instr.Block()) || l.oncePerProgram(start.Instr.Parent(), 4))
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
