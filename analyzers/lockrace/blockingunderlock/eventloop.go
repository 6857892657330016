package blockingunderlock

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// consumers returns the receives from a buffered channel in a field, if loops make all of them: the
// buffer fills up while the loop waits for the lock.
//
//	i.Lock()
//	i.events <- e // for { select { case e := <-i.events: i.handle(e) … } }, and handle acquires the lock
func consumers(c *ssaflow.Class) *partner {
	if c == nil || c.Level() > ssaflow.Package || len(c.Fields) == 0 || len(c.Makes) == 0 {
		return nil
	}
	receives := append(instrsOf(c.Receives), instrsOf(c.Ranges)...)
	madeHere := !slices.ContainsFunc(c.Makes, func(v ssa.Value) bool { _, ok := v.(*ssa.MakeChan); return !ok })
	once := slices.ContainsFunc(receives, func(instr ssa.Instruction) bool { return !lockset.Loops(instr.Block()) })
	if !madeHere || once || len(receives) == 0 {
		return nil
	}
	return &partner{instrs: receives, every: true, full: true, verb: "receives"}
}

// onlyEnds reports whether nothing but the end of an object that owns one of the locks makes a receive
// possible: functions that stop it close the channel, or cancel the context in a field of it.
func onlyEnds(flow *ssaflow.Flow, ch ssa.Value, holds []lockset.Hold) bool {
	src := flow.ChannelSource(ch)
	if src.Ticker || !endedByName(src.Raises) {
		return false
	}
	if src.Channel == nil {
		return ownContext(ch, holds)
	}
	return !src.Open && len(src.Raises) > 0 && len(src.Channel.Sends) == 0
}

// endsWithReceiver reports whether nothing but the functions that receive what the select sends makes a receive
// possible: while they wait for the lock, they do not.
//
//	defer close(b.done) // for { select { case e := <-b.events: b.handle(e) … } }
func endsWithReceiver(flow *ssaflow.Flow, ch ssa.Value, sel *ssa.Select) bool {
	src := flow.ChannelSource(ch)
	if src.Channel == nil || src.Open || len(src.Raises) == 0 || len(src.Channel.Sends) > 0 {
		return false
	}
	return !slices.ContainsFunc(src.Raises, func(op ssaflow.Op) bool {
		return !slices.ContainsFunc(sel.States, func(state *ssa.SelectState) bool {
			c := flow.Class(state.Chan)
			return state.Dir == types.SendOnly && c != nil && slices.ContainsFunc(c.Receives, func(receive ssaflow.Op) bool {
				return ssaflow.Outermost(receive.Fn()) == ssaflow.Outermost(op.Fn())
			})
		})
	})
}

// endedByName reports whether only functions that end something by their names make a source fire.
func endedByName(raises []ssaflow.Op) bool {
	return !slices.ContainsFunc(raises, func(op ssaflow.Op) bool {
		fn := op.Fn()
		for fn.Parent() != nil {
			fn = fn.Parent()
		}
		return !catalog.EndsByName(fn.Name())
	})
}

// ownContext reports whether ch is the Done channel of a context in a field beside one of the locks.
func ownContext(ch ssa.Value, holds []lockset.Hold) bool {
	done, ok := ch.(*ssa.Call)
	if !ok || ssaflow.Callee(&done.Call) != "(context.Context).Done" {
		return false
	}
	load, ok := done.Call.Value.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	return ok && slices.ContainsFunc(holds, func(h lockset.Hold) bool { return hasField(addr, h.Field) })
}

// hasField reports whether the struct of a field's address has another field.
func hasField(addr *ssa.FieldAddr, field *types.Var) bool {
	if field == nil {
		return false
	}
	ptr, ok := addr.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	st, ok := ptr.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Origin() == field {
			return true
		}
	}
	return false
}
