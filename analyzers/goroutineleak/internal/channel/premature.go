package channel

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// premature reports whether a condition on which a receiving loop is left does not depend
// on how much is still to come: it tests an error, or a received value where there are many
// senders or the end would be a close. Counters, a closed channel and an agreed last value
// do depend on it.
func (o *Owner) premature(cond ssa.Value) bool {
	switch v := cond.(type) {
	case *ssa.BinOp:
		switch v.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			if callmatch.IsError(v.X.Type()) {
				return true
			}
			_, x := v.X.(*ssa.Const)
			_, y := v.Y.(*ssa.Const)
			return !x && !y && o.open() && (o.fromChannel(v.X, 4) || o.fromChannel(v.Y, 4))
		}
		return false
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return o.premature(v.X)
		}
	}
	return o.open() && o.fromChannel(cond, 4)
}

// open reports whether no value can be the agreed last one: there are many senders, or the
// sender closes the channel after its last.
func (o *Owner) open() bool {
	several := slices.ContainsFunc(o.senders, func(s Sender) bool { return s.several })
	return several || len(o.senders) > 1 || len(o.Class.Closes) > 0
}

// fromChannel reports whether v is made from a value received from the channel.
func (o *Owner) fromChannel(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			return o.is(v.X)
		}
		return o.fromChannel(v.X, depth-1)
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.UnOp: // v, ok := <-ch; the ok means that it is closed
			return v.Index == 0 && o.is(tuple.X)
		case *ssa.Select:
			return v.Index >= 2 && o.selectValue(tuple, v.Index-2)
		}
	case *ssa.Field:
		return o.fromChannel(v.X, depth-1)
	case *ssa.FieldAddr:
		return o.fromChannel(v.X, depth-1)
	case *ssa.Alloc: // a struct that was received
		for _, ref := range ssabuild.Referrers(v) {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == ssa.Value(v) && o.fromChannel(st.Val, depth-1) {
				return true
			}
		}
	}
	return false
}

// selectValue reports whether the n-th value that a select receives is the
// channel's.
func (o *Owner) selectValue(sel *ssa.Select, n int) bool {
	for _, s := range sel.States {
		if s.Dir != types.RecvOnly {
			continue
		}
		if n == 0 {
			return o.is(s.Chan)
		}
		n--
	}
	return false
}
