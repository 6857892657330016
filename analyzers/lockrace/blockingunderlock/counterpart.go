package blockingunderlock

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxloop"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A partner is what ends a wait: the other side of a channel, or the Done of a group. All
// is set if the wait ends only if each of them comes; for a group, a missing one is enough
// to block forever.
type partner struct {
	instrs []ssa.Instruction
	every  bool
	verb   string            // what it does, for the message
	gives  string            // key of the lock that is released during the wait
	gone   bool              // it is needed only where the other side has left
	until  bool              // or the end of a context, which is no part of the two
	full   bool              // the channel is buffered: the wait begins when its buffer is full
	back   *lockuse.Callback // what acquires the lock, where a call of another package may come to it
}

// blocks reports whether an instruction waits for another goroutine, for as long
// as it takes.
func blocks(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Send:
		return true
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Select:
		return instr.Blocking
	case *ssa.Call:
		name := ssaflow.Callee(&instr.Call)
		return catalog.WaitGroupMethods[name] == "wait" || name == condWait
	}
	return false
}

// sends reports whether an instruction sends, and waits for the receiver.
func sends(instr ssa.Instruction) bool {
	sel, ok := instr.(*ssa.Select)
	if !ok {
		_, ok = instr.(*ssa.Send)
		return ok
	}
	return sel.Blocking && slices.ContainsFunc(sel.States, func(s *ssa.SelectState) bool { return s.Dir == types.SendOnly })
}

const condWait = "(*sync.Cond).Wait"

// partnerOf returns what ends the wait of b, nil when that is not all in this
// package.
func partnerOf(p *check.Pass, model *lockset.Package, b lockuse.Blocking) *partner {
	flow := ssaflow.Of(p.Pass)
	switch instr := b.Instr.(type) {
	case *ssa.Send:
		if part := receivers(flow.Class(instr.Chan)); part != nil {
			return part
		}
		return cmp.Or(removers(p, model, instr), consumers(flow.Class(instr.Chan)))
	case *ssa.UnOp:
		return senders(flow.Class(instr.X))
	case *ssa.Select:
		return cases(flow, b, instr)
	case *ssa.Call:
		if ssaflow.Callee(&instr.Call) == condWait {
			return signallers(model, instr)
		}
		return dones(model, instr)
	}
	return nil
}

// cases returns the partner of the cases of a select, nil if one of them may come without
// the lock. One that only the end of the lock's owner makes ready does not count.
func cases(flow *ssaflow.Flow, b lockuse.Blocking, sel *ssa.Select) *partner {
	part := &partner{every: true, verb: "would unblock it"}
	for _, state := range sel.States {
		if state.Dir == types.RecvOnly && (onlyEnds(flow, state.Chan, b.Holds) || endsWithReceiver(flow, state.Chan, sel)) {
			continue
		}
		if state.Dir == types.RecvOnly && passedContext(state.Chan) {
			part.until = true
			continue
		}
		other := senders(flow.Class(state.Chan))
		if state.Dir == types.SendOnly {
			class := flow.Class(state.Chan)
			other = cmp.Or(receivers(class), consumers(class))
		}
		if other == nil || len(other.instrs) == 0 {
			return nil
		}
		part.full = part.full || other.full
		part.instrs = append(part.instrs, other.instrs...)
	}
	return part
}

// passedContext reports whether ch is the Done channel of a context that the function is passed: the two are
// blocked until its caller gives up.
func passedContext(ch ssa.Value) bool {
	done, ok := ch.(*ssa.Call)
	if !ok || ssaflow.Callee(&done.Call) != "(context.Context).Done" {
		return false
	}
	_, param := done.Call.Value.(*ssa.Parameter)
	return param
}

// signallers returns the calls that signal a condition, and the lock that the wait
// releases, nil if that is not known.
func signallers(model *lockset.Package, wait *ssa.Call) *partner {
	cond := model.Place(wait.Call.Args[0])
	part := &partner{every: true, verb: "would wake it", gives: lockuse.CondLock(model, cond.Key)}
	if cond.Key == "" || part.gives == "" {
		return nil
	}
	for _, f := range model.Funcs {
		for instr := range ssaflow.Instrs(f.SSA) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			name := ssaflow.Callee(call.Common())
			if (name == "(*sync.Cond).Signal" || name == "(*sync.Cond).Broadcast") && model.Place(call.Common().Args[0]).Key == cond.Key {
				part.instrs = append(part.instrs, instr)
			}
		}
	}
	return part
}

// receivers returns the receives from an unbuffered channel of this package.
func receivers(c *ssaflow.Class) *partner {
	if c == nil || c.Level() > ssaflow.Package {
		return nil
	}
	if size, ok := c.Capacity(); !ok || size > 0 {
		return nil // room, which may be all that is needed
	}
	return &partner{instrs: append(instrsOf(c.Receives), instrsOf(c.Ranges)...), every: true, verb: "receives"}
}

// senders returns the sends on a channel of this package, and its closes.
func senders(c *ssaflow.Class) *partner {
	if c == nil || c.Level() > ssaflow.ReceiveOnly {
		return nil
	}
	if _, ok := c.Capacity(); !ok {
		return nil // a timer's or a context's
	}
	return &partner{instrs: append(instrsOf(c.Sends), instrsOf(c.Closes)...), every: true, verb: "sends or closes"}
}

func instrsOf(ops []ssaflow.Op) []ssa.Instruction {
	var list []ssa.Instruction
	for _, op := range ops {
		list = append(list, op.Instr)
	}
	return list
}

// needs returns where the partner of a wait acquires the lock that is held during
// the wait, if it must.
func (part *partner) needs(model *lockset.Package, b lockuse.Blocking, hold lockset.Hold) (at token.Pos, other ssa.Instruction) {
	if hold.Key == part.gives {
		return token.NoPos, nil
	}
	for _, instr := range part.instrs {
		if instr.Parent() == b.Instr.Parent() {
			return token.NoPos, nil // one goroutine may be both sides
		}
		pos, ok := lockuse.Need(model, instr, hold)
		if part.full {
			pos, ok = lockuse.NeedInLoop(model, instr, hold)
		}
		if !ok && part.every {
			return token.NoPos, nil
		}
		if ok && !at.IsValid() {
			at, other = pos, instr
		}
	}
	if !at.IsValid() && !part.every {
		return part.callsBack(model, hold)
	}
	return at, other
}

// doubts returns what speaks against a deadlock.
func (part *partner) doubts(p *check.Pass, b lockuse.Blocking) []check.Doubt {
	if part.full {
		for _, instr := range part.instrs {
			if slow(p, locks.Of(p.Pass), instr.Parent(), 2) {
				return nil
			}
		}
		return []check.Doubt{check.Doubting(verdict.Buffered, b.Instr.Pos())}
	}
	if part.back != nil {
		if _, loops := ctxloop.Of(p.Pass).Context(part.back.Fn); !loops {
			return []check.Doubt{check.Doubting(verdict.CallsBack, part.back.At.Pos())}
		}
	}
	return nil
}
