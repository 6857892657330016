package serving

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// EndsGroup reports whether serve is what a goroutine of a group does last, main ends once
// that group has been waited for, and nothing waits for stop, which runs in a plain
// goroutine. Calls that are not known to wait do not count as waiting here: closing a store
// gives the requests no time.
func (s *Signalled) EndsGroup(p *check.Pass, serve, stop *ssa.Call, main *types.Func) bool {
	if !s.unheard(stop.Parent(), nil) || s.waitsBehind(serve) {
		return false
	}
	for _, start := range s.flow.Starts() {
		if start.Starter == "" || !slices.Contains(start.Bodies, serve.Parent()) {
			continue
		}
		group := ServerOf(p, start.Instr)
		for instr := range ssaflow.Instrs(start.Instr.Parent()) {
			wait, ok := instr.(*ssa.Call)
			if ok && catalog.Joins[ssaflow.Callee(&wait.Call)] && group != nil && ServerOf(p, wait) == group {
				return !s.waitsBehind(wait) && s.endsMain(p, wait.Parent(), main, 3)
			}
		}
	}
	return false
}

// unheard reports whether fn runs in a goroutine that does not signal its end, but on a channel
// from which only the first message is received, which is another's.
func (s *Signalled) unheard(fn *ssa.Function, taken *ssaflow.Class) bool {
	for _, start := range s.flow.Starts() {
		if slices.Contains(start.Bodies, fn) && start.Starter != "" {
			return false
		}
	}
	for instr := range ssaflow.Instrs(fn) {
		if c := s.channelOf(instr); c != nil && c == taken {
			continue
		}
		switch instr := instr.(type) {
		case *ssa.Send:
			return false
		case *ssa.Select:
			if sends(instr) {
				return false
			}
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

// sends reports whether a case of a select sends.
func sends(sel *ssa.Select) bool {
	return slices.ContainsFunc(sel.States, func(state *ssa.SelectState) bool { return state.Dir == types.SendOnly })
}

// endsMain reports whether the end of fn is the end of main: it is main, it is
// the function of a command, or the one place that calls it ends main.
func (s *Signalled) endsMain(p *check.Pass, fn *ssa.Function, main *types.Func, depth int) bool {
	if fn.Object() == types.Object(main) || isCommand(p, fn) {
		return true
	}
	callers, complete := s.flow.Callers(fn)
	if !complete || len(callers) != 1 || depth == 0 {
		return false
	}
	call, ok := callers[0].(*ssa.Call)
	return ok && !s.waitsBehind(call) && s.endsMain(p, call.Parent(), main, depth-1)
}

// commandFunc returns where fn is used, if it is in one place and not called:
// the literal itself, or the mention of the function.
func commandFunc(p *check.Pass, fn *ssa.Function) ast.Node {
	if lit, ok := fn.Syntax().(*ast.FuncLit); ok {
		return lit
	}
	obj, ok := fn.Object().(*types.Func)
	index := astindex.Of(p.Pass)
	if !ok || len(index.Calls[obj]) > 0 || len(index.Values[obj]) != 1 {
		return nil
	}
	return index.Values[obj][0]
}

// isCommand reports whether the only use of a function is as that of a command.
func isCommand(p *check.Pass, fn *ssa.Function) bool {
	use := commandFunc(p, fn)
	if use == nil {
		return false
	}
	cur, ok := syntax.CursorOf(p, use)
	if !ok {
		return false
	}
	for c := range cur.Parent().Enclosing((*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil), (*ast.FuncLit)(nil), (*ast.CallExpr)(nil)) {
		var owner types.Type
		switch n := c.Node().(type) {
		case *ast.CompositeLit:
			owner = p.TypesInfo.TypeOf(n)
		case *ast.AssignStmt:
			if sel := syntax.Selector(n.Lhs[0]); sel != nil {
				owner = p.TypesInfo.TypeOf(sel.X)
			}
		}
		return owner != nil && catalog.CommandTypes[callmatch.TypeName(owner)]
	}
	return false
}
