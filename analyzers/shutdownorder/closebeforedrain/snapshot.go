package closebeforedrain

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A snapshot is a send on a channel that was read from a field under a lock which is released before the
// send, and the close by a function that takes the channel out of the field under the same lock:
//
//	func (b *Bus) Publish(v Event) {
//		b.mu.Lock()
//		targets := slices.Clone(b.subs)
//		b.mu.Unlock()
//		for _, s := range targets {
//			s.ch <- v // remove may have closed it
//		}
//	}
//
//	func (b *Bus) remove(s *subscriber) {
//		b.mu.Lock()
//		defer b.mu.Unlock()
//		b.subs = slices.DeleteFunc(b.subs, …)
//		close(s.ch)
//	}
//
// The lock shows that calls of the two may meet. Safe is a send under a lock that the other function acquires
// before the close, one whose end the other function waits for, and one that recovers.
type snapshot struct {
	p       *check.Pass
	flow    *ssaflow.Flow
	send    ssaflow.Op
	closed  ssa.CallInstruction
	read    *reading
	senders map[*ssa.Function]bool // of the send, and what calls that
	closers map[*ssa.Function]bool
}

func reportSnapshots(p *check.Pass) {
	meets := func(s *snapshot, model *lockset.Package) bool { return s.sameChannel() && s.mayMeet(model) }
	reportReadings(p, readUnderLock, meets, (*snapshot).report)
}

// reportReadings reports the sends after a reading under a lock that they do not hold, where a close
// that meets them may come between the two.
func reportReadings(p *check.Pass, readings func(*lockset.Package, ssaflow.Op) []*reading, meets func(*snapshot, *lockset.Package) bool, report func(*snapshot)) {
	flow := ssaflow.Of(p.Pass)
	sends, closes := operations(flow)
	if len(sends) == 0 || len(closes) == 0 {
		return
	}
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	for _, send := range sends {
		for _, r := range readings(model, send) {
			for _, call := range closes {
				s := &snapshot{p: p, flow: flow, send: send, closed: call, read: r}
				if meets(s, model) && !s.awaited() && !p.Reported(sentAt(send)) && !p.Reported(call.Common().Pos()) {
					report(s)
				}
			}
		}
	}
}

// operations returns the sends and the closes of a package.
func operations(flow *ssaflow.Flow) (sends []ssaflow.Op, closes []ssa.CallInstruction) {
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			switch instr := instr.(type) {
			case *ssa.Send:
				sends = append(sends, ssaflow.Op{Instr: instr, State: -1})
			case *ssa.Select:
				for i, state := range instr.States {
					if state.Dir == types.SendOnly {
						sends = append(sends, ssaflow.Op{Instr: instr, State: i})
					}
				}
			case ssa.CallInstruction:
				if b, ok := instr.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
					closes = append(closes, instr)
				}
			}
		}
	}
	return sends, closes
}

// sameChannel reports whether the channel of the close may be that of the send: one of its class, or an element
// of the same map or slice.
func (s *snapshot) sameChannel() bool {
	sent, closed := channelOf(s.send), s.closed.Common().Args[0]
	if s.p.Quiet(s.closed.Pos()) {
		return false
	}
	if c := s.flow.Class(sent); c != nil && c == s.flow.Class(closed) {
		return true
	}
	if inField(sent) || inField(closed) {
		return false
	}
	from := make(map[ssa.Value]bool)
	origins(closed, from)
	for v := range from {
		if addr, ok := v.(*ssa.FieldAddr); ok && ssaflow.Field(addr) == s.read.field {
			return true
		}
	}
	return false
}

// inField reports whether a channel is read from a field: those of two fields are not the same.
func inField(ch ssa.Value) bool {
	load, ok := ch.(*ssa.UnOp)
	if !ok {
		return false
	}
	_, ok = load.X.(*ssa.FieldAddr)
	return ok
}

// mayMeet reports whether the close takes the channel out of the field under the lock of the reading, and
// may come before the send.
func (s *snapshot) mayMeet(model *lockset.Package) bool {
	sender, closer := s.send.Fn(), s.closed.Parent()
	if s.p.Quiet(s.send.Instr.Pos()) || ssainstr.SameFunction(sender, closer) || recovered(s.p, sender) {
		return false
	}
	s.senders, s.closers = callersOf(s.flow, sender), callersOf(s.flow, closer)
	if s.senders[closer] || s.closers[sender] {
		return false
	}
	acquired := acquiredBefore(model, s.closed)
	if !acquired[s.read.lock] || slices.ContainsFunc(s.read.heldAtSend, func(key string) bool { return acquired[key] }) {
		return false
	}
	return s.takesOut(model)
}

// takesOut reports whether what closes uses the field under the lock, as where it deletes the channel from it.
func (s *snapshot) takesOut(model *lockset.Package) bool {
	for fn := range s.closers {
		f := model.Func(fn)
		if f == nil {
			continue
		}
		found := false
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			addr, ok := instr.(*ssa.FieldAddr)
			found = found || ok && ssaflow.Field(addr) == s.read.field && holds(held, s.read.lock)
		})
		if found {
			return true
		}
	}
	return false
}

// awaited reports whether the close waits for the function that sends.
func (s *snapshot) awaited() bool {
	w := &waitsFor{flow: s.flow, from: &source{bodies: []*ssa.Function{s.send.Fn()}, method: s.send.Fn()}, closed: s.flow.Class(s.closed.Common().Args[0])}
	return w.above(s.closed, 2)
}

func (s *snapshot) report() {
	call := ssainstr.CallExpr(s.p, s.closed.Common().Pos())
	if call == nil {
		return
	}
	at := sentAt(s.send)
	doubts := s.doubts()
	if c := s.flow.Class(channelOf(s.send)); c != nil && twoAtOnce(c) {
		doubts = append(doubts, check.Doubting(verdict.OtherObject, call.Pos()))
	}
	s.p.Report(check.Finding{
		At: check.Span(at, at+2),
		Message: fmt.Sprintf("send on closed channel panics: %s closes the channel at %s, and the send holds no lock after it has read the channel from %s at %s",
			ssaflow.Outermost(s.closed.Parent()).Name(), s.p.Where(call.Pos(), at), s.read.field.Name(), s.p.Where(s.read.at, at)),
		Trace:  []check.Hop{{Pos: s.read.at, Message: "read here, under the lock"}, {Pos: call.Pos(), Message: "closed here"}},
		Doubts: doubts,
	})
}

// doubts returns that about functions which importers alone call: a Close may come after the last send.
func (s *snapshot) doubts() []check.Doubt {
	for _, start := range s.flow.Starts() {
		if slices.ContainsFunc(start.Bodies, func(body *ssa.Function) bool { return s.senders[body] || s.closers[body] }) {
			return nil
		}
	}
	ends := false
	for fn := range s.closers {
		ends = ends || fn.Signature.Recv() != nil && syntax.Ends[fn.Name()] && sameOwner(fn, s.send.Fn())
	}
	for fn := range s.senders {
		if astindex.AnswersRequests(fn.Signature) {
			return nil
		}
	}
	if ends {
		return []check.Doubt{check.Doubting(verdict.WhileEnding, s.closed.Pos())}
	}
	return []check.Doubt{check.Doubting(verdict.NoCaller, s.send.Fn().Pos())}
}

func sameOwner(a, b *ssa.Function) bool {
	x, y := ownerOf(a), ownerOf(b)
	return x != nil && y != nil && types.Identical(x.Origin(), y.Origin())
}
