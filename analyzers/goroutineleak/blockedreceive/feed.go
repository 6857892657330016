package blockedreceive

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A feed is a channel that one function makes and one side of it feeds: either
// the function itself, for a goroutine that it starts and that receives, or that
// goroutine, for the function.
type feed struct {
	flow  *ssaflow.Flow
	class *ssaflow.Class
	make  *ssa.MakeChan
	start ssaflow.Start
	body  *ssa.Function // of the goroutine
	// wait is the receive that starves when the feeding side leaves early.
	wait ssaflow.Op
	// closing is set when only a close ends the wait: for range.
	closing bool
	// inward is set when the function feeds the goroutine.
	inward bool
	// generator is set when it is the goroutine that fills and closes the channel,
	// for others than the function that starts it.
	generator bool
}

// feeds returns the feeds of the package, at most one for each goroutine and
// channel.
func feeds(p *check.Pass) []*feed {
	flow := ssaflow.Of(p.Pass)
	var list []*feed
	for _, c := range flow.Channels() {
		if (c.Foreign || c.OutSends) && !c.Elements {
			continue
		}
		for _, m := range c.Makes {
			if mk, ok := m.(*ssa.MakeChan); ok && channel.Makes(c, mk.Parent()) == 1 {
				list = append(list, feedsOf(flow, c, mk)...)
			}
		}
	}
	return list
}

// feedsOf returns the feeds of one channel.
func feedsOf(flow *ssaflow.Flow, c *ssaflow.Class, mk *ssa.MakeChan) []*feed {
	var list []*feed
	for _, s := range flow.Starts() {
		if s.Instr.Parent() != mk.Parent() || !s.Complete || len(s.Bodies) != 1 {
			continue
		}
		bodies, _ := s.Runs()
		for _, body := range bodies {
			f := &feed{flow: flow, class: c, make: mk, start: s, body: body}
			if f.inwards() || f.outwards() || f.generates() {
				list = append(list, f)
				break
			}
		}
	}
	return list
}

// inwards recognizes a goroutine that ranges over, or receives from, what only
// the function that starts it feeds.
func (f *feed) inwards() bool {
	fn := f.make.Parent()
	for _, op := range slices.Concat(f.class.Ranges, f.class.Receives) {
		if op.Fn() == f.body && !op.Guarded && f.wait.Instr == nil {
			f.wait, f.closing = op, slices.Contains(f.class.Ranges, op)
		}
	}
	f.inward = f.wait.Instr != nil && f.onlyBy(fn)
	return f.inward
}

// outwards recognizes a function that receives what only the goroutine feeds. One
// that sends in a loop sends as often as there is work.
func (f *feed) outwards() bool {
	f.wait, f.closing = ssaflow.Op{}, false
	if len(f.class.Ranges) > 0 || !f.onlyBy(f.body) || f.wakes(f.make.Parent()) {
		return false
	}
	loops := ssainstr.LoopsOf(f.body, nil)
	if slices.ContainsFunc(f.class.Sends, func(op ssaflow.Op) bool { return ssainstr.Innermost(loops, op.Instr.Block()) != nil }) {
		return false
	}
	for _, op := range f.class.Receives {
		if op.Fn() != f.make.Parent() || op.Guarded {
			return false
		}
		if f.wait.Instr == nil {
			f.wait = op
		}
	}
	return f.wait.Instr != nil && len(f.class.Makes) == 1 && !f.asksFirst()
}

// asksFirst reports whether the wait is on a path that a received value selects: the
// goroutine may have announced there that more will come.
func (f *feed) asksFirst() bool {
	at := f.wait.Instr.Block()
	for b := at.Idom(); b != nil; b = b.Idom() {
		cond, ok := ssainstr.LastOf(b).(*ssa.If)
		if ok && b.Succs[0].Dominates(at) != b.Succs[1].Dominates(at) && channel.OfReceive(cond.Cond, 6) {
			return true
		}
	}
	return false
}

// onlyBy reports whether only fn sends on the channel or closes it. What functions with a
// channel of their own do is about that one.
func (f *feed) onlyBy(fn *ssa.Function) bool {
	any := false
	for _, op := range slices.Concat(f.class.Sends, f.class.Closes) {
		switch {
		case op.Fn() == fn || f.closing && bodyOf(op.Fn()) == fn && slices.Contains(f.class.Sends, op):
			any = true
		case fn == f.body || channel.Makes(f.class, op.Fn()) == 0:
			return false
		}
	}
	return any || f.closing && len(f.class.Sends) > 0
}

// bodyOf returns the function whose statements fn runs: that around it, of the body of a
// loop over an iterator, else fn.
func bodyOf(fn *ssa.Function) *ssa.Function {
	for fn.Synthetic == "range-over-func yield" {
		fn = fn.Parent()
	}
	return fn
}

// wakes reports whether fn itself sends or closes.
func (f *feed) wakes(fn *ssa.Function) bool {
	return slices.ContainsFunc(slices.Concat(f.class.Sends, f.class.Closes), func(op ssaflow.Op) bool { return op.Fn() == fn })
}

// feeds reports whether instr is what the wait is for: a close, or a send as
// well unless only a close will do. A call of something that does it counts.
func (f *feed) feeds(instr ssa.Instruction) bool {
	ops := f.class.Closes
	if !f.closing {
		ops = slices.Concat(ops, f.class.Sends)
	}
	if slices.ContainsFunc(ops, func(op ssaflow.Op) bool { return op.Instr == instr }) {
		return true
	}
	call, ok := instr.(ssa.CallInstruction)
	if _, isGo := instr.(*ssa.Go); !ok || isGo {
		return false
	}
	callees, _ := f.flow.Callees(call)
	return slices.ContainsFunc(ops, func(op ssaflow.Op) bool { return slices.Contains(callees, op.Fn()) })
}
