package receiveloop

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportDeafReads reports
//
//	for sc.Scan() { // sc reads from conn
//		select {
//		case out <- sc.Text():
//		case <-ctx.Done():
//			return
//		}
//	}
//
// where nothing closes the connection when the context ends, and no deadline is set: the loop looks at the context
// only when something has arrived. Safe is a connection that is kept in a field, or given to code that is not
// known here.
func reportDeafReads(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	for _, fn := range flow.SSA.Funcs {
		if p.Quiet(fn.Pos()) || !selects(fn) {
			continue
		}
		loops := ssainstr.LoopsOf(fn, nil)
		for _, call := range ssainstr.Calls(fn) {
			conn := readFrom(call.Common())
			loop := ssainstr.Innermost(loops, call.Block())
			if _, ok := call.(*ssa.Call); !ok || conn == nil || loop == nil || p.Reported(call.Pos()) {
				continue
			}
			if stop := leftBy(fn, loop); stop != nil {
				reportDeaf(p, flow, call, conn, stop)
			}
		}
	}
}

func reportDeaf(p *check.Pass, flow *ssaflow.Flow, call ssa.CallInstruction, conn, stop ssa.Value) {
	l := &life{flow: flow, loop: call.Parent(), seen: make(map[ssa.Value]bool)}
	l.up(conn, 3)
	cur, ok := ssainstr.CursorAt(p, call.Pos())
	if !ok || l.unknown {
		return
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		at := c.Node().(*ast.CallExpr)
		subject := ssaflow.Name(conn)
		if subject == "" {
			subject = "the connection"
		}
		if l.ended.IsValid() {
			p.Safe(at, subject, verdict.Ended, l.ended)
			return
		}
		var doubts []check.Doubt
		if l.handedIn.IsValid() {
			doubts = append(doubts, check.Doubting(verdict.CallersLimit, l.handedIn))
		}
		if !shared(stop) {
			doubts = append(doubts, check.Doubting(verdict.NotAwaited, stop.Pos()))
		}
		p.Report(check.Finding{
			At: at,
			Message: fmt.Sprintf("%s blocks until something arrives, so the loop does not notice the end of %s before that: nothing closes %s then, and no read deadline is set",
				p.Name(at.Fun), named(stop), subject),
			Trace:  []check.Hop{{Pos: stop.Pos(), Message: "looked at only after a read"}},
			Doubts: doubts,
			Fix:    fixDeaf(p, cur, conn, stop),
		})
		return
	}
}

// shared reports whether a stop signal is a context, or a channel in a field or of a caller: one of a function's own tells the
// goroutine that its function has returned.
func shared(stop ssa.Value) bool {
	switch v := stop.(type) {
	case *ssa.Call, *ssa.Parameter:
		return true
	case *ssa.UnOp:
		_, field := v.X.(*ssa.FieldAddr)
		return field
	}
	return false
}

// named returns the context or channel that a select waits for.
func named(ch ssa.Value) string {
	if call, ok := ch.(*ssa.Call); ok && call.Call.IsInvoke() {
		ch = call.Call.Value
	}
	if name := ssaflow.Name(ch); name != "" {
		return name
	}
	return "the context"
}

// selects is the fast path: a select is among the blocks.
func selects(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		if _, ok := instr.(*ssa.Select); ok {
			return true
		}
	}
	return false
}

// readFrom returns the connection from which a call reads, itself or through a reader, nil for other calls.
func readFrom(call *ssa.CallCommon) ssa.Value {
	name := ssaflow.Callee(call)
	var v ssa.Value
	switch {
	case call.IsInvoke() && catalog.Receives[name].Blocks:
		v = call.Value
	case !call.IsInvoke() && len(call.Args) > 0 && (catalog.Receives[name].Blocks || catalog.ReaderMethods[name]):
		v = call.Args[0]
	}
	for range 6 {
		if v == nil {
			return nil
		}
		made, ok := ssainstr.Resolve(v).(*ssa.Call)
		if !ok || len(made.Call.Args) == 0 {
			break
		}
		if maker := ssaflow.Callee(&made.Call); !catalog.ReaderWraps[maker] && !catalog.ConnWraps[maker] {
			return nil
		}
		v = made.Call.Args[0]
	}
	for {
		conv, ok := v.(*ssa.ChangeInterface)
		if !ok {
			break
		}
		v = conv.X
	}
	if conv, ok := v.(*ssa.MakeInterface); ok {
		v = conv.X
	}
	if _, ok := catalog.ConnTypes[callmatch.TypeName(callmatch.Deref(v.Type()))]; !ok {
		return nil
	}
	return v
}

// leftBy returns the context's or channel's end by which a case of a select leaves a loop, nil if there is none.
func leftBy(fn *ssa.Function, loop *ssainstr.Loop) ssa.Value {
	within := make(map[*ssa.BasicBlock]bool)
	for b := range loop.Blocks() {
		within[b] = true
	}
	for _, b := range fn.Blocks {
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := test.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		sel, i, ok := ssaflow.SelectCase(cmp)
		if !ok || !within[sel.Block()] || within[b.Succs[0]] || !sel.Blocking {
			continue
		}
		if ch := sel.States[i].Chan; sel.States[i].Send == nil && callmatch.IsSignal(ch.Type()) {
			return ch
		}
	}
	return nil
}
