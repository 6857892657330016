package blockedsend

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/sends"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportForeign reports goroutines that run a function of another package, which sends on an
// unbuffered channel of this one, whose receivers can leave:
//
//	go chat.Talk() // sends on chat.Answers
//	for {
//		select {
//		case a := <-chat.Answers:
//			show(a)
//		case <-ctx.Done():
//			return
//		}
//	}
func reportForeign(p *check.Pass, reported map[*ssaflow.Class]bool) {
	flow, known := ssaflow.Of(p.Pass), sends.Of(p.Pass)
	for _, fn := range flow.SSA.Funcs {
		for _, call := range ssainstr.Calls(fn) {
			callee := ssaflow.Object(call.Common())
			for _, s := range known.By(callee) {
				if !s.Later && !inGoroutine(flow, call) || p.Quiet(call.Pos()) {
					continue
				}
				if c := sentOn(flow, call.Common(), s); c != nil && !reported[c] {
					reportForeignSend(p, flow, c, call, callee)
				}
			}
		}
	}
}

// inGoroutine reports whether a call is what a go statement starts, or runs in a literal that
// one starts.
func inGoroutine(flow *ssaflow.Flow, call ssa.CallInstruction) bool {
	if _, ok := call.(*ssa.Go); ok {
		return true
	}
	return call.Parent().Parent() != nil && ssainstr.GoroutineAround(flow, call.Parent()) == call.Parent()
}

// sentOn returns the class of the channel that a call of another package's function sends on.
func sentOn(flow *ssaflow.Flow, call *ssa.CallCommon, s sends.Send) *ssaflow.Class {
	if call.IsInvoke() || s.Arg >= len(call.Args) {
		return nil
	}
	arg := call.Args[s.Arg]
	if s.Field == "" {
		return flow.Class(arg)
	}
	obj, _, _ := types.LookupFieldOrMethod(arg.Type(), true, nil, s.Field)
	field, ok := obj.(*types.Var)
	if !ok {
		return nil
	}
	return flow.FieldClass(field.Origin())
}

// reportForeignSend reports a call that sends on a class of channels when all its receivers can
// leave.
func reportForeignSend(p *check.Pass, flow *ssaflow.Flow, c *ssaflow.Class, call ssa.CallInstruction, callee *types.Func) {
	d := &channel.Desertion{Class: c, Once: true}
	expr := callExpr(p, call)
	if expr == nil || !unbuffered(c) || len(c.Receives) == 0 || len(c.Ranges) > 0 || !d.ReceiversLeave(p, flow) {
		return
	}
	state := d.Wait.States[d.State]
	p.Report(check.Finding{
		At: expr.Fun,
		Message: fmt.Sprintf("%s blocks forever in a send after %s, its receiver, returns at %s", p.Name(expr.Fun),
			ssainstr.FuncName(d.Wait.Parent()), p.Where(state.Pos, expr.Pos())),
		Trace: []check.Hop{{Pos: c.Makes[0].Pos(), Message: "made here, without a buffer"}, {Pos: d.Wait.Pos(), Message: "receives here"},
			{Pos: state.Pos, Message: "leaves here, and nothing receives what " + callee.Name() + " sends"}},
		Doubts: d.Doubts,
	})
}

// callExpr returns the syntax of a call, or of what a go statement calls.
func callExpr(p *check.Pass, call ssa.CallInstruction) *ast.CallExpr {
	cur, ok := ssainstr.CursorAt(p, call.Pos())
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil), (*ast.GoStmt)(nil)) {
		if start, ok := c.Node().(*ast.GoStmt); ok {
			return start.Call
		}
		return c.Node().(*ast.CallExpr)
	}
	return nil
}

// unbuffered reports whether all channels of a class that are seen are made without a buffer.
// Those of a field of another package may be others, as far as is known.
func unbuffered(c *ssaflow.Class) bool {
	return len(c.Makes) > 0 && !slices.ContainsFunc(c.Makes, func(v ssa.Value) bool {
		mk, ok := v.(*ssa.MakeChan)
		if !ok {
			return true
		}
		size, ok := mk.Size.(*ssa.Const)
		return !ok || size.Int64() > 0
	})
}
