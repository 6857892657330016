package shutdownorder

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// endsGroup reports whether serve is what a goroutine of a group does last, main
// ends once that group has been waited for, and nobody learns when stop, which
// runs in a plain goroutine, is through. Calls that are not known to wait do not
// count as waiting here: closing a store gives the requests no time.
func (s *signalled) endsGroup(p *check.Pass, serve, stop *ssa.Call, main *types.Func) bool {
	if !s.unheard(stop.Parent()) || s.waitsBehind(serve) {
		return false
	}
	for _, start := range s.flow.Starts() {
		if start.Starter == "" || !slices.Contains(start.Bodies, serve.Parent()) {
			continue
		}
		group := serverOf(p, start.Instr)
		for instr := range ssaflow.Instrs(start.Instr.Parent()) {
			wait, ok := instr.(*ssa.Call)
			if ok && catalog.Joins[ssaflow.Callee(&wait.Call)] && group != nil && serverOf(p, wait) == group {
				return !s.waitsBehind(wait) && s.endsMain(p, wait.Parent(), main, 3)
			}
		}
	}
	return false
}

// unheard reports whether fn runs in a goroutine that says to nobody that it is
// through.
func (s *signalled) unheard(fn *ssa.Function) bool {
	for _, start := range s.flow.Starts() {
		if slices.Contains(start.Bodies, fn) && start.Starter != "" {
			return false
		}
	}
	for instr := range ssaflow.Instrs(fn) {
		switch instr := instr.(type) {
		case *ssa.Send, *ssa.Select:
			return false
		case ssa.CallInstruction:
			call := instr.Common()
			b, builtin := call.Value.(*ssa.Builtin)
			if builtin && b.Name() == "close" || catalog.WaitGroupMethods[ssaflow.Callee(call)] == "done" {
				return false
			}
		}
	}
	return true
}

// endsMain reports whether the end of fn is the end of main: it is main, it is
// the function of a command, or the one place that calls it ends main.
func (s *signalled) endsMain(p *check.Pass, fn *ssa.Function, main *types.Func, depth int) bool {
	obj, _ := fn.Object().(*types.Func)
	if obj == main || obj != nil && isCommand(p, obj) {
		return true
	}
	callers, complete := s.flow.Callers(fn)
	if !complete || len(callers) != 1 || depth == 0 {
		return false
	}
	call, ok := callers[0].(*ssa.Call)
	return ok && !s.waitsBehind(call) && s.endsMain(p, call.Parent(), main, depth-1)
}

// isCommand reports whether the only use of a function is as that of a command.
func isCommand(p *check.Pass, fn *types.Func) bool {
	index := astindex.Of(p.Pass)
	if len(index.Calls[fn]) > 0 || len(index.Values[fn]) != 1 {
		return false
	}
	cur, ok := cursorOf(p, index.Values[fn][0])
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.CompositeLit)(nil), (*ast.FuncLit)(nil), (*ast.CallExpr)(nil)) {
		lit, ok := c.Node().(*ast.CompositeLit)
		return ok && catalog.CommandTypes[callmatch.TypeName(p.TypesInfo.TypeOf(lit))]
	}
	return false
}

// waitsBehind reports whether something behind call in its function waits, or a
// deferred call does.
func (s *signalled) waitsBehind(call *ssa.Call) bool {
	for instr := range ssaflow.Instrs(call.Parent()) {
		if d, ok := instr.(*ssa.Defer); ok {
			fns, _ := s.flow.Callees(d)
			if catalog.Joins[ssaflow.Callee(&d.Call)] || s.bodyWaits(fns, 3) {
				return true
			}
		}
		if precedes(call, instr) && instr != ssa.Instruction(call) && s.waits(instr, 3) {
			return true
		}
	}
	return false
}

func (s *signalled) waits(instr ssa.Instruction, depth int) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Select:
		return instr.Blocking
	case *ssa.Call:
		name := ssaflow.Callee(&instr.Call)
		_, stops := catalog.ServerStops[name]
		fns, _ := s.flow.Callees(instr)
		return stops || catalog.Drains[name] || catalog.Joins[name] || depth > 0 && s.bodyWaits(fns, depth-1)
	}
	return false
}

func (s *signalled) bodyWaits(fns []*ssa.Function, depth int) bool {
	for _, fn := range fns {
		for instr := range ssaflow.Instrs(fn) {
			if s.waits(instr, depth) {
				return true
			}
		}
	}
	return false
}
