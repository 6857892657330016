package lifetime

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// This file recognizes the housekeeping goroutines of a program or a package, of which
// there is one until the process exits.

// ofVariable reports whether the goroutine works for a variable of the package: there
// is one of it.
func ofVariable(start ssaflow.Start) bool {
	return slices.ContainsFunc(workedFor(start), func(owner ssa.Value) bool {
		global, ok := owner.(*ssa.Global)
		return ok && !ssaflow.Reaches(start.Instr.Block(), start.Instr.Block()) && global.Pkg == start.Instr.Parent().Pkg
	})
}

// counted reports whether a goroutine calls Done of a group when it has ended.
func counted(fn *ssa.Function) bool {
	return slices.ContainsFunc(ssainstr.Calls(fn), func(call ssa.CallInstruction) bool {
		callee := call.Common().StaticCallee()
		return catalog.WaitGroupMethods[ssaflow.Callee(call.Common())] == "done" || callee != nil && callee.Parent() == fn && counted(callee)
	})
}

// oncePerProgram reports whether main or a command of the program runs fn, in a
// goroutine of its own or not, and nothing else does, and no loop.
func (l *Lifetimes) oncePerProgram(fn *ssa.Function, depth int) bool {
	if l.p.Pkg.Name() != "main" || depth == 0 {
		return false
	}
	if fn.Name() == "main" && fn.Signature.Recv() == nil && fn.Parent() == nil || IsCommand(l.p, fn) {
		return true
	}
	calls, complete := l.flow.Callers(fn)
	return complete && len(calls) > 0 && !slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool {
		return ssaflow.Reaches(c.Block(), c.Block()) || !l.oncePerProgram(c.Parent(), depth-1)
	})
}

// changes reports whether the functions change what outlives the process, which the end
// of the program could leave half done.
func (l *Lifetimes) changes(fns []*ssa.Function, depth int) bool {
	return depth > 0 && slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		return slices.ContainsFunc(ssainstr.Calls(fn), func(call ssa.CallInstruction) bool {
			common := call.Common()
			if _, ok := common.Value.(*ssa.Builtin); ok {
				return false
			}
			obj := ssaflow.Object(common)
			if l.lasting.Changes(obj) {
				return true
			}
			if obj != nil && (common.IsInvoke() || common.StaticCallee().Pkg != fn.Pkg) {
				return false
			}
			bodies, _ := l.flow.Callees(call) // for the function values that they call
			return l.changes(bodies, depth-1)
		})
	})
}
