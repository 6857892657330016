package fatalonstop

import (
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// stops returns why a call fails when the program stops, nil where that is not known.
func (f *finder) stops(call *ssa.Call) *stopping {
	name := ssaflow.Callee(&call.Call)
	if catalog.ContextErrors[name] {
		return f.context(call, ssainstr.Receiver(&call.Call), nil)
	}
	if row, ok := catalog.Interruptions[name]; ok {
		if why := f.closed(call, row); why != nil {
			return why
		}
	}
	sig := call.Call.Signature()
	if fns, complete := f.flow.Callees(call); complete && len(fns) > 0 || sig.Params().Len() == 0 || !inLoop(call) {
		return nil // the functions of this package are followed by themselves
	}
	first := 0
	if !call.Call.IsInvoke() && sig.Recv() != nil {
		first = 1
	}
	if first >= len(call.Call.Args) || !ssaflow.IsContext(call.Call.Args[first].Type()) {
		return nil
	}
	var doubts []check.Doubt
	if _, known := catalog.Interruptions[name]; !known {
		doubts = append(doubts, check.Doubting(verdict.UnknownCallee, call.Pos()))
	}
	return f.context(call, call.Call.Args[first], doubts)
}

// context returns what ends a context, if the end of the program does.
func (f *finder) context(call *ssa.Call, ctx ssa.Value, doubts []check.Doubt) *stopping {
	end := f.signals.EndOf(ctx)
	if end == nil {
		return nil
	}
	name := ssaflow.Name(ctx)
	if name == "" {
		name = "its context"
	}
	why := &stopping{what: name + " is canceled", end: end, doubts: doubts}
	if expr := ssainstr.CallExpr(f.p, call.Pos()); expr != nil {
		why.ctx = contextText(f.p, expr)
	}
	return why
}

// contextText is how the context of a call is written: its first argument, or its receiver.
func contextText(p *check.Pass, call *ast.CallExpr) string {
	if len(call.Args) > 0 {
		return p.Source(call.Args[0])
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return p.Source(sel.X)
	}
	return ""
}

// closed returns the call that closes what another one waits for.
func (f *finder) closed(call *ssa.Call, row catalog.Interrupt) *stopping {
	on := serving.ServerOf(f.p, call)
	if on == nil {
		return nil
	}
	for _, fn := range f.flow.SSA.Funcs {
		if ssainstr.SameFunction(fn, call.Parent()) && fn == call.Parent() {
			continue
		}
		for instr := range ssaflow.Instrs(fn) {
			end, ok := instr.(ssa.CallInstruction)
			if !ok || !row.Close[ssaflow.Callee(end.Common())] || serving.ServerOf(f.p, end) != on {
				continue
			}
			if expr := ssainstr.CallExpr(f.p, end.Pos()); expr != nil {
				return &stopping{what: f.p.Source(expr) + " is called", end: end, is: row.Is}
			}
		}
	}
	return nil
}

// inLoop reports whether a call is repeated by its function.
func inLoop(call *ssa.Call) bool { return ssaflow.Reaches(call.Block(), call.Block()) }
