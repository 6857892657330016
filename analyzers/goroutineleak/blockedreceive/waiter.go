package blockedreceive

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ctxwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportWaiters reports a function with a context that makes a channel, keeps it in a container, and receives from
// it without the context, where another function closes it on some of its paths only:
//
//	func (h *handler) WaitFor(ctx context.Context, pos int64) error {
//		ch := make(chan struct{})
//		h.waiters[pos] = append(h.waiters[pos], ch)
//		<-ch // closed when pos is reached, which a failure may prevent
//
// Silent where the function itself, or a goroutine that it starts, closes or sends.
func reportWaiters(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			receive, ok := instr.(*ssa.UnOp)
			if !ok || receive.Op != token.ARROW || p.Quiet(receive.Pos()) || p.Reported(receive.Pos()) {
				continue
			}
			made, ok := receive.X.(*ssa.MakeChan)
			if !ok || made.Parent() != fn {
				continue
			}
			field := keptIn(made)
			if field == nil {
				continue
			}
			if end := sometimes(flow, field, fn); end != nil {
				reportWaiter(p, receive, end)
			}
		}
	}
}

// keptIn returns the field with the container that a channel is put into: a map, or a slice that is appended to.
func keptIn(made *ssa.MakeChan) *types.Var {
	for _, ref := range ssabuild.Referrers(made) {
		switch ref := ref.(type) {
		case *ssa.MapUpdate:
			return fieldOf(ref.Map, 2)
		case *ssa.Store:
			if array, ok := ref.Addr.(*ssa.IndexAddr); ok {
				return appendedTo(array.X)
			}
		}
	}
	return nil
}

// appendedTo returns the field whose slice, or whose element, an array of further arguments is appended to.
func appendedTo(array ssa.Value) *types.Var {
	for _, ref := range ssabuild.Referrers(array) {
		args, ok := ref.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, use := range ssabuild.Referrers(args) {
			if call, ok := use.(*ssa.Call); ok && isBuiltin(&call.Call, "append") {
				return fieldOf(call.Call.Args[0], 4)
			}
		}
	}
	return nil
}

// fieldOf returns the field that a value is read from, as an element of what it holds or itself.
func fieldOf(v ssa.Value, depth int) *types.Var {
	if depth == 0 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return ssaflow.Field(v).Origin()
	case *ssa.UnOp:
		return fieldOf(v.X, depth)
	case *ssa.Lookup:
		return fieldOf(v.X, depth-1)
	case *ssa.IndexAddr:
		return fieldOf(v.X, depth-1)
	case *ssa.Extract:
		return fieldOf(v.Tuple, depth)
	case *ssa.Next:
		return fieldOf(v.Iter, depth)
	case *ssa.Range:
		return fieldOf(v.X, depth-1)
	}
	return nil
}

// sometimes returns the operation that ends the wait for the channels in a field, where all of them are in other
// functions, on some paths of these.
func sometimes(flow *ssaflow.Flow, field *types.Var, waiter *ssa.Function) (end ssa.Instruction) {
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if !endsWait(instr, field) {
				continue
			}
			if ssaflow.Outermost(fn) == ssaflow.Outermost(waiter) || always(instr) {
				return nil
			}
			if end == nil {
				end = instr
			}
		}
	}
	return end
}

// endsWait reports whether an instruction closes a channel in a field, or sends on it.
func endsWait(instr ssa.Instruction, field *types.Var) bool {
	switch instr := instr.(type) {
	case *ssa.Send:
		return fieldOf(instr.Chan, 4) == field
	case ssa.CallInstruction:
		return isBuiltin(instr.Common(), "close") && fieldOf(instr.Common().Args[0], 4) == field
	}
	return false
}

// always reports whether each run of a function gets to an instruction.
func always(instr ssa.Instruction) bool {
	if _, deferred := instr.(*ssa.Defer); deferred {
		return true
	}
	return !slices.ContainsFunc(instr.Parent().Blocks, func(b *ssa.BasicBlock) bool {
		_, returns := ssainstr.LastOf(b).(*ssa.Return)
		return returns && b != b.Parent().Recover && !instr.Block().Dominates(b)
	})
}

func reportWaiter(p *check.Pass, receive *ssa.UnOp, end ssa.Instruction) {
	at := channel.ReceiveNode(p, receive.Pos())
	cur, ok := ssainstr.CursorAt(p, receive.Pos())
	if at == nil || !ok {
		return
	}
	ctx := ctxwait.InScope(p, cur)
	if ctx == "" {
		return
	}
	p.Report(check.Finding{
		At: channel.ChannelOf(at),
		Message: fmt.Sprintf("receive from %s blocks forever when %s does not get to the close at %s for it: it does not wait for %s.Done()",
			p.Source(channel.ChannelOf(at)), ssainstr.FuncName(end.Parent()), p.Where(end.Pos(), at.Pos()), ctx),
		Trace:  []check.Hop{{Pos: end.Pos(), Message: "ended here, on some paths"}},
		Doubts: []check.Doubt{check.Doubting(verdict.Branch, end.Pos())},
		Fix:    fixLeftSender(p, cur, ctx),
	})
}

func isBuiltin(call *ssa.CallCommon, name string) bool {
	b, ok := call.Value.(*ssa.Builtin)
	return ok && b.Name() == name
}
