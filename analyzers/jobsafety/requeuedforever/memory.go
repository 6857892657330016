package requeuedforever

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// inMemory reports work that is received from a channel of the package and sent there again where it has
// failed, without a count of the attempts:
//
//	case j := <-s.queue:
//		if err := j.run(ctx); err != nil {
//			s.queue <- j // however often it has failed
//		}
//
// also through functions of the package. Silent where a field of it is set or compared on the path.
func inMemory(p *check.Pass) {
	if !sends(p) {
		return
	}
	flow := ssaflow.Of(p.Pass)
	for _, class := range flow.Channels() {
		for _, send := range class.Sends {
			if v := sent(send); v != nil && !p.Quiet(send.Instr.Pos()) {
				r := &requeue{flow: flow, class: class}
				if r.received(v, send.Instr, maxCalls) && r.failed != nil {
					r.report(p, send.Instr)
				}
			}
		}
	}
}

// sends reports whether the package sends to a channel.
func sends(p *check.Pass) bool {
	for range p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().Preorder((*ast.SendStmt)(nil)) {
		return true
	}
	return false
}

// maxCalls bounds through how many functions a value is followed.
const maxCalls = 4

// sent returns the value that an operation sends.
func sent(op ssaflow.Op) ssa.Value {
	switch instr := op.Instr.(type) {
	case *ssa.Send:
		return instr.X
	case *ssa.Select:
		return instr.States[op.State].Send
	}
	return nil
}

// A requeue is a way from a receive to a send on the same channel.
type requeue struct {
	flow   *ssaflow.Flow
	class  *ssaflow.Class
	failed *ssa.Call           // whose error leads to it
	call   ssa.CallInstruction // that leads to the function which sends, nil where that receives as well
}

// received reports whether a value that is used at an instruction comes unchanged from a receive of the
// channel.
func (r *requeue) received(v ssa.Value, at ssa.Instruction, depth int) bool {
	if v == nil || depth == 0 || counts(v) {
		return false
	}
	if call := failedBefore(at.Block()); r.failed == nil {
		r.failed = call
	}
	switch v := v.(type) {
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.Select:
			return r.selects(tuple, v.Index)
		case *ssa.UnOp:
			return tuple.Op == token.ARROW && v.Index == 0 && r.flow.Class(tuple.X) == r.class
		}
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			return r.flow.Class(v.X) == r.class
		}
		if alloc, ok := v.X.(*ssa.Alloc); ok && !counts(alloc) {
			return r.received(ssaflow.OnlyStore(alloc), at, depth)
		}
	case *ssa.Parameter:
		return r.passed(v, depth)
	}
	return false
}

// selects reports whether the i-th value of a select is received from the channel.
func (r *requeue) selects(sel *ssa.Select, i int) bool {
	i -= 2
	for _, state := range sel.States {
		if state.Send != nil {
			continue
		}
		if i == 0 {
			return r.flow.Class(state.Chan) == r.class
		}
		i--
	}
	return false
}

// passed reports whether a caller passes what it has received.
func (r *requeue) passed(v *ssa.Parameter, depth int) bool {
	i := slices.Index(v.Parent().Params, v)
	callers, _ := r.flow.Callers(v.Parent())
	for _, call := range callers {
		args := call.Common().Args
		if i >= len(args) || len(args) != len(v.Parent().Params) {
			continue
		}
		before := *r
		if r.call == nil {
			r.call = call
		}
		if r.received(args[i], call, depth-1) && r.failed != nil {
			return true
		}
		*r = before
	}
	return false
}

// counts reports whether a field of a value is set, or compared with something.
func counts(v ssa.Value) bool {
	refs := v.Referrers()
	if refs == nil {
		return false
	}
	for _, ref := range *refs {
		field, ok := ref.(ssa.Value)
		switch ref.(type) {
		case *ssa.FieldAddr, *ssa.Field:
		default:
			continue
		}
		if ok && settlesCount(field) {
			return true
		}
	}
	return false
}

// settlesCount reports whether a field is stored to, or its value is part of a comparison.
func settlesCount(field ssa.Value) bool {
	for _, use := range ssabuild.Referrers(field) {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Addr == field {
				return true
			}
		case *ssa.BinOp:
			return true
		case *ssa.UnOp:
			if slices.ContainsFunc(ssabuild.Referrers(use), func(r ssa.Instruction) bool { _, ok := r.(*ssa.BinOp); return ok }) {
				return true
			}
		}
	}
	return false
}

// failedBefore returns the call whose error is one where a block runs, nil if there is none.
func failedBefore(b *ssa.BasicBlock) *ssa.Call {
	for ; b.Idom() != nil; b = b.Idom() {
		branch, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		test, ok := branch.Cond.(*ssa.BinOp)
		if !ok || !callmatch.IsError(test.X.Type()) || (test.Op == token.NEQ) != (b.Idom().Succs[0] == b) {
			continue
		}
		err := test.X
		if extract, ok := err.(*ssa.Extract); ok {
			err = extract.Tuple
		}
		if call, ok := err.(*ssa.Call); ok {
			return call
		}
	}
	return nil
}

func (r *requeue) report(p *check.Pass, send ssa.Instruction) {
	at := send.Pos()
	if r.call != nil {
		at = r.call.Pos()
	}
	p.Report(check.Finding{
		At: check.Span(at, at+1),
		Message: fmt.Sprintf("work for which %s (%s) always fails comes back forever: it is sent to its queue again, and nothing counts the attempts",
			nameOf(p, r.failed), p.Where(r.failed.Pos(), at)),
		Trace: []check.Hop{{Pos: r.failed.Pos(), Message: "fails here"}, {Pos: send.Pos(), Message: "sent to the queue again"}},
	})
}

// nameOf returns the source text of the function that a call runs.
func nameOf(p *check.Pass, call *ssa.Call) string {
	for _, c := range calls.All(p.Pass) {
		if c.Expr.Lparen == call.Pos() {
			return p.Name(c.Expr.Fun)
		}
	}
	return ssaflow.ShortName(&call.Call)
}
