package shutdownorder

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

var closeBeforeDrain = &check.Check{
	Slug:       "close-before-drain",
	Title:      "channel is closed while goroutines may still send on it",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Run:        runCloseBeforeDrain,
}

// runCloseBeforeDrain reports
//
//	func (d *dispatcher) Stop() {
//		close(d.jobs) // while loop, a goroutine, sends on d.jobs
//	}
//
// for channels in fields, made in this package; that others get them to send on,
// too, makes its own sends no safer. Silent when the closing function waits for
// anything first, or those that call it do; when the sender is what calls it, is
// counted by another type, which may wait for it, recovers, is a test's, or is no
// goroutine of this package; when both, or those that call the sender, take a lock; when a
// function makes two channels for such a field; and when a condition says that the
// sender was not started.
func runCloseBeforeDrain(p *check.Pass) {
	if !closesAny(p) {
		return
	}
	flow := ssaflow.Of(p.Pass)
	for _, c := range flow.Channels() {
		if c.Foreign || len(c.Fields) == 0 || twoAtOnce(c) {
			continue
		}
		for _, closed := range c.Closes {
			call, ok := closed.Instr.(*ssa.Call)
			if !ok || p.Quiet(call.Pos()) || waitsAbove(flow, call, 2) {
				continue
			}
			for _, send := range c.Sends {
				if start := sender(p, flow, call.Parent(), send); start != nil && !notStarted(call, start) {
					reportCloseBeforeDrain(p, call, send, start)
					break
				}
			}
		}
	}
}

// twoAtOnce reports whether one function makes two channels of the class, as for
// the ends of a pipe: what is closed may be the one, and what is sent on the other.
func twoAtOnce(c *ssaflow.Class) bool {
	homes := make(map[*ssa.Function]bool)
	for _, m := range c.Makes {
		if homes[m.Parent()] {
			return true
		}
		homes[m.Parent()] = true
	}
	return false
}

// waitsAbove reports whether a function may wait before it gets to instr, or
// those that call it may before they do. A literal, such as that of a Once, does
// what the function around it does; a deferred one has all of it above itself.
func waitsAbove(flow *ssaflow.Flow, instr ssa.Instruction, depth int) bool {
	fn, last := instr.Parent(), deferredOnly(instr)
	for _, b := range fn.Blocks {
		for _, above := range b.Instrs {
			if above != instr && (last || precedes(above, instr)) && mayWait(flow, above) {
				return true
			}
		}
	}
	if mk := closureOf(fn); mk != nil {
		return waitsAbove(flow, mk, depth)
	}
	callers, _ := flow.Callers(fn)
	for _, caller := range callers {
		if depth > 0 && waitsAbove(flow, caller, depth-1) {
			return true
		}
	}
	return false
}

// mayWait reports whether an instruction waits for something, or calls what may.
// Only giving a signal is known not to.
func mayWait(flow *ssaflow.Flow, instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp, *ssa.Select, *ssa.Next:
		s := &signalled{flow: flow}
		return s.slow(instr, 0)
	case *ssa.Call:
		name := ssaflow.Callee(&instr.Call)
		s := &signalled{flow: flow}
		return !catalog.OnceRunners[name] && s.slow(instr, 3)
	}
	return false
}

// sender returns the start of the goroutine that runs a send while another
// function closes the channel, nil if that cannot be told.
func sender(p *check.Pass, flow *ssaflow.Flow, closer *ssa.Function, send ssaflow.Op) ssa.Instruction {
	fn := send.Fn()
	if p.Quiet(send.Instr.Pos()) || sameFunction(fn, closer) || recovered(p, fn) || locks(closer) && locksAround(flow, fn, 3) {
		return nil
	}
	bodies := callersOf(flow, fn)
	if bodies[closer] || callersOf(flow, closer)[fn] {
		return nil // the one ends before the other begins, or begins by it
	}
	for _, s := range flow.Starts() {
		for _, body := range s.Bodies {
			if bodies[body] && !p.Quiet(s.Instr.Pos()) && !callersOf(flow, closer)[body] && !bodiesShared(s, closer) && !joinedByOther(s, closer) {
				return s.Instr
			}
		}
	}
	return nil
}

// bodiesShared reports whether the function that closes also starts the sender:
// then it is no shutdown of something that runs.
func bodiesShared(s ssaflow.Start, closer *ssa.Function) bool {
	return sameFunction(s.Instr.Parent(), closer)
}

func reportCloseBeforeDrain(p *check.Pass, closed *ssa.Call, send ssaflow.Op, start ssa.Instruction) {
	call := callExpr(p, closed.Pos())
	if call == nil {
		return
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("close(%s) does not wait for the goroutine started at %s, which sends on it at %s: a send on a closed channel panics",
			p.Source(call.Args[0]), p.Where(start.Pos(), call.Pos()), p.Where(send.Instr.Pos(), call.Pos())),
		Trace: []check.Hop{{Pos: start.Pos(), Message: "started here"}, {Pos: send.Instr.Pos(), Message: "sends here"}},
		Fix:   fixCloseBeforeDrain(p, call, send),
	})
}
