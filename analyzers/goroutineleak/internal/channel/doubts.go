package channel

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// EndsWithProcess returns the doubts about a report of what fn leaks: it serves, or only
// main calls it and has nothing more to wait for, so that the process ends soon after.
func EndsWithProcess(p *check.Pass, fn *ssa.Function) []check.Doubt {
	if StaysAtWork(p, fn) || lifetime.OnlyMain(p, fn, 4) && !goesOn(p, fn, 4) {
		return []check.Doubt{check.Doubting(verdict.Bootstrap, fn.Pos())}
	}
	return nil
}

// goesOn reports whether the program waits, or calls fn again, after a call of fn, which
// only main calls.
func goesOn(p *check.Pass, fn *ssa.Function, depth int) bool {
	fn = ssaflow.Outermost(fn)
	calls, _ := ssaflow.Of(p.Pass).Callers(fn)
	return depth > 0 && slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
		return waitsBehind(p, call) || goesOn(p, call.Parent(), depth-1)
	})
}

// waitsBehind reports whether control gets from instr to something that waits, or back
// to instr.
func waitsBehind(p *check.Pass, instr ssa.Instruction) bool {
	if slices.ContainsFunc(ssainstr.InstrsAfter(instr), func(i ssa.Instruction) bool { return mayStay(p, i) }) {
		return true
	}
	return slices.ContainsFunc(instr.Parent().Blocks, func(b *ssa.BasicBlock) bool {
		return ssaflow.Reaches(instr.Block(), b) && (b == instr.Block() || slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return mayStay(p, i) }))
	})
}

// mayStay reports whether instr may take as long as the program works: it receives, waits
// for others, or serves.
func mayStay(p *check.Pass, instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Select:
		return instr.Blocking
	case *ssa.Call:
		if Joins(instr) || catalog.Sleeps[ssaflow.Callee(&instr.Call)] {
			return true
		}
		obj := ssaflow.Object(&instr.Call)
		callee := instr.Call.StaticCallee()
		return obj != nil && signals.Of(p.Pass).Serves(obj) || callee != nil && StaysAtWork(p, callee)
	}
	return false
}

// StaysAtWork reports whether fn serves, or waits for signals: it runs for as long as the
// program works, and returns when that ends.
func StaysAtWork(p *check.Pass, fn *ssa.Function) bool {
	decl, ok := ssaflow.Outermost(fn).Syntax().(*ast.FuncDecl)
	return ok && decl.Body != nil && signals.Of(p.Pass).Stays(decl.Body)
}
