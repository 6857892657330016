package fatalonstop

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/errexit"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// waits returns what the program waits for when it stops: a join, or the shutdown of a
// server. What the functions that stop, or that start the goroutine, wait for goes before
// what others do, which counts in programs only. over is what has been waited for before the
// stop: nothing interrupts that any more.
func (f *finder) waits(exit *errexit.Exit, end ssa.Instruction) (at token.Pos, what string, over token.Pos) {
	var other *ast.CallExpr
	for _, fn := range f.flow.SSA.Funcs {
		near := ssainstr.SameFunction(fn, end.Parent()) || ssainstr.SameFunction(fn, exit.In)
		if fn == exit.In || !near && (other != nil || f.p.Pkg.Name() != "main") {
			continue
		}
		wait, done := f.waitIn(fn, end)
		if wait != nil && near {
			return wait.Pos(), f.p.Source(wait.Fun), over
		}
		if done != nil {
			over = done.Pos()
		}
		if wait != nil {
			other = wait
		}
	}
	if other == nil || over.IsValid() {
		return token.NoPos, "", over
	}
	return other.Pos(), f.p.Source(other.Fun), over
}

// waitIn returns the first call of a function that waits and may still wait after end, deferred
// ones included, and the first that has returned before it.
func (f *finder) waitIn(fn *ssa.Function, end ssa.Instruction) (wait, done *ast.CallExpr) {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		name := ssaflow.Callee(call.Common())
		if _, stops := catalog.ServerStops[name]; !stops && !catalog.Joins[name] {
			continue
		}
		expr := ssainstr.CallExpr(f.p, instr.Pos())
		switch {
		case expr == nil:
		case fn == end.Parent() && over(instr, end):
			done = expr
		default:
			return expr, done
		}
	}
	return nil, done
}

// over reports whether a wait has returned when end, in the same function, stops the goroutines.
// What is deferred runs last, and the last one deferred first.
func over(wait, end ssa.Instruction) bool {
	_, late := wait.(*ssa.Defer)
	_, last := end.(*ssa.Defer)
	switch {
	case late && last:
		return ssainstr.Precedes(end, wait) && !ssainstr.Precedes(wait, end)
	case late || last:
		return last
	}
	return ssainstr.Precedes(wait, end) && !ssainstr.Precedes(end, wait)
}
