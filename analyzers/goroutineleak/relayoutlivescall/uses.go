package relayoutlivescall

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// uses follows the context of a relay, and what is made with it, through the function.
type uses struct {
	p       *check.Pass
	relay   *relay
	seen    map[ssa.Value]bool
	unknown ssa.Instruction // a function value that is passed the context, which may keep it
	kept    ssa.Instruction // a call of another package's function that is known to keep it
}

// endWithCall reports whether nothing uses the context after the function has returned. A function of
// another package may where the signal is one of this call only: what it keeps is of no use then.
func (u *uses) endWithCall(out *outer) bool {
	ctx := u.relay.result(0)
	u.seen = make(map[ssa.Value]bool)
	return ctx != nil && u.stays(ctx, 12) && (u.kept == nil || out.ofCall)
}

// stays reports whether a value that holds the context is not kept beyond the call.
func (u *uses) stays(v ssa.Value, depth int) bool {
	if u.seen[v] {
		return true
	}
	u.seen[v] = true
	if depth == 0 || v.Referrers() == nil {
		return false
	}
	for _, ref := range ssabuild.Referrers(v) {
		if !u.use(v, ref, depth-1) {
			return false
		}
	}
	return true
}

func (u *uses) use(v ssa.Value, ref ssa.Instruction, depth int) bool {
	switch ref := ref.(type) {
	case *ssa.DebugRef, *ssa.If, *ssa.BinOp, *ssa.Select, *ssa.Defer:
		return true
	case *ssa.Store:
		cell, local := ref.Addr.(*ssa.Alloc)
		return ref.Addr == v || local && u.stays(cell, depth)
	case *ssa.MakeClosure:
		return u.captured(v, ref, depth)
	case *ssa.Call:
		return u.call(v, ref, depth)
	case *ssa.UnOp, *ssa.Phi, *ssa.Extract, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.TypeAssert:
		result := ref.(ssa.Value)
		return carriesNothing(result.Type()) || u.stays(result, depth)
	case *ssa.FieldAddr:
		return u.reads(ref, depth)
	}
	return false
}

// reads reports whether a field of a value that may hold the context is only read, and what it holds not kept.
func (u *uses) reads(addr *ssa.FieldAddr, depth int) bool {
	return carriesNothing(callmatch.Deref(addr.Type())) || u.stays(addr, depth)
}

// captured follows the context into a literal that the function calls, or passes to what calls it.
func (u *uses) captured(v ssa.Value, mk *ssa.MakeClosure, depth int) bool {
	body := mk.Fn.(*ssa.Function)
	if body == u.relay.body {
		return true
	}
	for i, b := range mk.Bindings {
		if b == v && !u.stays(body.FreeVars[i], depth) {
			return false
		}
	}
	for _, ref := range ssabuild.Referrers(mk) {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.Defer:
		case *ssa.Call:
			if ref.Call.Value != ssa.Value(mk) {
				u.unknown = ref
			}
			if _, starts := catalog.Starters[ssaflow.Callee(&ref.Call)]; starts {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// call reports whether a call does not keep the context that it is passed, nor return what does.
func (u *uses) call(v ssa.Value, call *ssa.Call, depth int) bool {
	fn := ssaflow.Object(&call.Call)
	if _, builtin := call.Call.Value.(*ssa.Builtin); fn == nil && !builtin && call.Call.StaticCallee() == nil && slices.Contains(call.Call.Args, v) {
		u.unknown = call
	}
	offset := 0
	if fn != nil && fn.Signature().Recv() != nil && !call.Call.IsInvoke() {
		offset = 1
	}
	callee := call.Call.StaticCallee()
	for i, arg := range call.Call.Args {
		switch {
		case arg != v:
		case callee != nil && len(callee.Blocks) > 0 && i < len(callee.Params):
			if !u.stays(callee.Params[i], depth) {
				return false
			}
		case fn != nil && i >= offset && u.keeps(fn, i-offset):
			u.kept = call
		}
	}
	return carriesNothing(call.Type()) || u.stays(call, depth)
}

// keeps reports whether a function uses the context after it has returned, as far as is known. By their
// names, functions that start or register something may.
func (u *uses) keeps(fn *types.Func, i int) bool {
	name := callmatch.Name(fn)
	if catalog.ContextEnds[name] != "" || catalog.ContextDerives[name] != "" {
		return false // the result is followed
	}
	known, words := ctxuse.Of(u.p.Pass), catalog.Words(fn.Name())
	return known.Kept(fn, i) && !known.InResult(fn, i) || len(words) > 0 && catalog.LaterWords[words[0]]
}
