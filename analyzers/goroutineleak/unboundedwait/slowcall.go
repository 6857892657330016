package unboundedwait

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// asksToStop reports whether fn, before it waits, sends a stop signal: closes a channel or
// calls a cancel function, itself or in a function it calls. A loop that waits does so each
// time: what came before it is for something else.
func asksToStop(p *check.Pass, flow *ssaflow.Flow, wait ssa.Instruction) bool {
	var begin token.Pos
	if cur, ok := ssainstr.CursorAt(p, wait.Pos()); ok {
		for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil)) {
			if _, isLit := c.Node().(*ast.FuncLit); !isLit {
				begin = c.Node().Pos()
			}
			break
		}
	}
	return raisesBetween(flow, wait.Parent(), begin, wait.Pos())
}

func raisesBetween(flow *ssaflow.Flow, fn *ssa.Function, begin, end token.Pos) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if ok && begin <= call.Pos() && call.Pos() < end && raises(flow, call, 2) {
				return true
			}
		}
	}
	return false
}

func raises(flow *ssaflow.Flow, call *ssa.Call, depth int) bool {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		return b.Name() == "close"
	}
	if callmatch.IsType(call.Call.Value.Type(), "context.CancelFunc") {
		return true
	}
	if depth == 0 {
		return false
	}
	fns, _ := flow.Callees(call)
	for _, arg := range call.Call.Args { // once.Do(func() { close(c.stop) })
		if _, ok := arg.Type().Underlying().(*types.Signature); ok {
			bodies, _ := flow.Bodies(arg)
			fns = append(fns, bodies...)
		}
	}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if inner, ok := instr.(*ssa.Call); ok && raises(flow, inner, depth-1) {
					return true
				}
			}
		}
	}
	return false
}
