package unguardedfield

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/races/unguarded"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// woken returns what ends the wait of a loop after the flag is set: the loop gets to its test again, and
// what was set before is seen then. It is nil where nothing is known to.
//
//	for !w.closed {
//		select {
//		case j := <-w.jobs:
//		case <-w.ctx.Done():
//		}
//	}
//
//	w.closed = true
//	w.cancel()
func woken(p *check.Pass, u *unguarded.Race) ssa.Instruction {
	w := &wakers{flow: ssaflow.Of(p.Pass), seen: make(map[ssa.Value]bool)}
	for _, ch := range u.WaitsFor() {
		w.channel(ch)
	}
	if i := slices.IndexFunc(w.ops, func(op ssaflow.Op) bool { return u.SetBefore(op.Instr) }); i >= 0 {
		return w.ops[i].Instr
	}
	return nil
}

// wakers are the operations that end a wait.
type wakers struct {
	flow *ssaflow.Flow
	seen map[ssa.Value]bool
	ops  []ssaflow.Op
}

func (w *wakers) channel(ch ssa.Value) {
	w.ops = append(w.ops, w.flow.ChannelSource(ch).Raises...)
	if call, ok := ch.(*ssa.Call); ok && ssaflow.Callee(&call.Call) == "(context.Context).Done" {
		w.context(call.Call.Value)
	}
}

// context adds what ends a context, or one that it was made from: what a function makes of a context ends
// with that as a rule.
func (w *wakers) context(ctx ssa.Value) {
	if w.seen[ctx] {
		return
	}
	w.seen[ctx] = true
	w.ops = append(w.ops, w.flow.ContextSource(ctx).Raises...)
	if phi, ok := ctx.(*ssa.Phi); ok {
		for _, edge := range phi.Edges {
			w.context(edge)
		}
	}
	made := []ssa.Value{ctx}
	if class := w.flow.Class(ctx); class != nil {
		made = append(made, class.Makes...)
	}
	for _, v := range made {
		w.parents(v)
	}
}

// parents adds what ends the contexts that a call was passed which has made one.
func (w *wakers) parents(made ssa.Value) {
	if extract, ok := made.(*ssa.Extract); ok {
		made = extract.Tuple
	}
	call, ok := made.(*ssa.Call)
	if !ok {
		return
	}
	for _, arg := range call.Call.Args {
		if ssaflow.IsContext(arg.Type()) {
			w.context(arg)
		}
	}
}
