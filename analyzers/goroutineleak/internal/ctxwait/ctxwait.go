// Package ctxwait finds the context that a bare channel operation could end with: one that
// is in scope there, and where the code around the operation ends with it elsewhere.
package ctxwait

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendcount"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An End is where code ends with a context or a stop channel: the case of a select, or a call
// that is passed the context and whose error leads out.
type End struct {
	At   token.Pos
	What string // "case" or "call"
}

// EndOf returns where a loop around an operation on a class of channels ends: one of the same
// function, or one from which each caller of an unexported function calls it. It returns nil
// if there is none.
func EndOf(flow *ssaflow.Flow, c *ssaflow.Class, instr ssa.Instruction) *End {
	return endOf(flow, c, instr, 3)
}

func endOf(flow *ssaflow.Flow, c *ssaflow.Class, instr ssa.Instruction, depth int) *End {
	fn := instr.Parent()
	loops := ssainstr.LoopsOf(fn, nil)
	for i := range loops {
		if !loops[i].Body[instr.Block()] {
			continue
		}
		if end := EndOfLoop(flow, c, &loops[i]); end != nil {
			return end
		}
	}
	calls, complete := flow.Callers(fn)
	if !complete || len(calls) == 0 || depth == 0 {
		return nil
	}
	var found *End
	for _, call := range calls {
		if _, plain := call.(*ssa.Call); !plain {
			return nil
		}
		if found = endOf(flow, c, call, depth-1); found == nil {
			return nil
		}
	}
	return found
}

// EndOfLoop returns how a loop is left for a context or a stop channel, nil if it is not.
func EndOfLoop(flow *ssaflow.Flow, c *ssaflow.Class, l *ssainstr.Loop) *End {
	d := &channel.Desertion{Class: c}
	for b := range l.Blocks() {
		for _, instr := range b.Instrs {
			if sel, ok := instr.(*ssa.Select); ok {
				if n := d.LeavesFor(flow, sel, l); n >= 0 {
					return &End{sel.States[n].Pos, "case"}
				}
			}
		}
	}
	if call := endsWithCall(flow, l); call != nil {
		return &End{call.Pos(), "call"}
	}
	return nil
}

// endsWithCall returns a call in a loop that is passed a context which something can end, and
// whose error leaves the loop.
//
//	id, err := queue.Next(ctx)
//	if err != nil {
//		return
//	}
//	out <- id
func endsWithCall(flow *ssaflow.Flow, l *ssainstr.Loop) *ssa.Call {
	for b := range l.Blocks() {
		cmp, ok := sendcount.Condition(b)
		if !ok || !callmatch.IsError(cmp.X.Type()) || !ssainstr.IsNil(cmp.Y) {
			continue
		}
		call := ssainstr.CallOf(cmp.X)
		if call == nil || !l.Body[call.Block()] || !endsWithContext(flow, call) {
			continue
		}
		for i, succ := range b.Succs {
			if fails := (cmp.Op == token.NEQ) == (i == 0); fails && !l.Body[succ] {
				return call
			}
		}
	}
	return nil
}

// endsWithContext reports whether a call is passed a context that may end.
func endsWithContext(flow *ssaflow.Flow, call *ssa.Call) bool {
	return slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
		return ssaflow.IsContext(arg.Type()) && !flow.ContextSource(arg).Dead()
	})
}

// InScope returns how code at cur can name a context that may end: a variable, or a field of
// the receiver. It returns "" if there is none.
func InScope(p *check.Pass, cur inspector.Cursor) string {
	for _, c := range ctxscope.Live(p.Pass, cur.Node().Pos(), syntax.PathTo(cur)) {
		if c.Ends != "never" && (c.Param || c.Stoppable()) && !(c.Param && ctxscope.AlwaysRoot(p.Pass, cur, c.Var)) {
			return c.Var.Name()
		}
	}
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for _, s := range ctxscope.Given(p.Pass, decl.Node(), cur.Node().Pos()) {
			if s.Kind == "field" {
				return s.Expr
			}
		}
	}
	return ""
}
