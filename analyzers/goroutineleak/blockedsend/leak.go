package blockedsend

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendcount"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A leak is a channel whose senders are leaked.
type leak struct {
	owner    *channel.Owner
	escape   *channel.Escape
	siblings []*channel.Owner // of other channels, with the same senders
}

// leaksOf returns the leaks of the package's channels, those in known left out.
func leaksOf(p *check.Pass, known map[*ssaflow.Class]bool) []*leak {
	var list []*leak
	for _, o := range owners(p) {
		if known[o.Class] || p.Quiet(o.Birth.Pos()) {
			continue
		}
		e := o.Escape()
		switch {
		case e == nil:
			p.Safe(check.Span(o.MakePos(), o.MakePos()), "the channel, whose sends are all received or buffered", verdict.Handled, o.Birth.Pos())
		case !addSibling(list, o):
			list = append(list, &leak{owner: o, escape: e})
		}
	}
	return list
}

// addSibling adds o to the owner in list of another channel of the same function
// that leaks by the same send, and reports whether there is one.
func addSibling(list []*leak, o *channel.Owner) bool {
	i := slices.IndexFunc(list, func(l *leak) bool { return o.Exact && l.owner.Class == o.Class && l.owner.Fn == o.Fn })
	if i >= 0 {
		list[i].siblings = append(list[i].siblings, o)
	}
	return i >= 0
}

// doubts returns the doubts about a leak by these sends: it ends with the process, or one
// goroutine is leaked for each owner, or the senders may have returned.
func (l *leak) doubts(p *check.Pass, sends []*ssa.Send) []check.Doubt {
	var list []check.Doubt
	if e := l.escape; e.At != l.owner.Birth {
		list = channel.EndsWithProcess(p, l.owner.Fn)
	}
	if channel.Paced(l.owner.Class, l.escape.Sender.At) || endsOfServers(p, sends) || madeOnce(l.owner.Birth) {
		list = append(list, check.Doubting(verdict.OneLeft, l.escape.Sender.At.Pos()))
	}
	if l.owner.Class.Foreign && !l.owner.Class.Elements {
		list = append(list, check.Doubting(verdict.Escapes, l.owner.MakePos()))
	}
	if _, inMap := l.escape.Sender.At.(*ssa.MapUpdate); inMap && deletes(l.owner.Fn) {
		list = append(list, check.Doubting(verdict.Alternatives, l.escape.Sender.At.Pos()))
	}
	if l.escape.Sent == sendcount.Many && l.owner.Size > 1 {
		list = append(list, check.Doubting(verdict.UnknownLimit, l.owner.MakePos()))
	}
	if l.escape.Joined.IsValid() {
		list = append(list, check.Doubting(verdict.MayWait, l.escape.Joined))
	}
	return list
}

// madeOnce reports whether a channel is made where its field is nil: the next call receives from the same one.
//
//	if d.ops == nil {
//		d.ops = make(chan op)
//		go d.produce()
//	}
//	for op := range d.want { … <-d.ops … }
func madeOnce(birth ssa.Instruction) bool {
	made, ok := birth.(*ssa.MakeChan)
	if !ok || birth.Block().Idom() == nil {
		return false
	}
	branch, ok := ssainstr.LastOf(birth.Block().Idom()).(*ssa.If)
	if !ok {
		return false
	}
	test, ok := branch.Cond.(*ssa.BinOp)
	if !ok || test.Op != token.EQL || !ssainstr.IsNil(test.Y) {
		return false
	}
	load, ok := test.X.(*ssa.UnOp)
	if !ok {
		return false
	}
	from, ok := load.X.(*ssa.FieldAddr)
	return ok && slices.ContainsFunc(ssabuild.Referrers(made), func(ref ssa.Instruction) bool {
		store, ok := ref.(*ssa.Store)
		if !ok {
			return false
		}
		to, ok := store.Addr.(*ssa.FieldAddr)
		return ok && to.Field == from.Field && ssainstr.Resolve(to.X) == ssainstr.Resolve(from.X)
	})
}

// deletes reports whether a function, or a literal in it, deletes something from a map: a
// sender may not find the channel any more.
func deletes(fn *ssa.Function) bool {
	return slices.ContainsFunc(ssainstr.Calls(fn), func(call ssa.CallInstruction) bool {
		builtin, ok := call.Common().Value.(*ssa.Builtin)
		return ok && builtin.Name() == "delete"
	}) || slices.ContainsFunc(fn.AnonFuncs, deletes)
}

// endsOfServers reports whether all that is sent is how a server ended: there is one per
// program, and nothing keeps running that would miss it.
func endsOfServers(p *check.Pass, sends []*ssa.Send) bool {
	return !slices.ContainsFunc(sends, func(send *ssa.Send) bool {
		call, ok := send.X.(*ssa.Call)
		if !ok {
			return true
		}
		fn := call.Call.StaticCallee()
		if fn == nil {
			return true
		}
		obj, ok := fn.Object().(*types.Func)
		return !ok || !signals.Of(p.Pass).Serves(obj)
	})
}
