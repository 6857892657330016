package stopoverwritten

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// repeats reports whether calls of the function may meet, each starts a goroutine that only the field
// ends, and a second function ends the last one:
//
//	func (w *watcher) SetQuery(query string) {
//		w.mu.Lock()
//		defer w.mu.Unlock()
//		ctx, cancel := context.WithCancel(context.Background())
//		w.cancel = cancel
//		go w.watch(ctx, query)
//	}
//
//	func (w *watcher) Close() { w.cancel() }
//
// Not where the function tests a field that it sets, which may keep a second call out, nor where the
// goroutine ends its context itself.
func (s setting) repeats(p *check.Pass) bool {
	return s.locks() && !s.ownEnd() && !s.keepsOut() && s.endedElsewhere(p)
}

// secondCall reports whether the function may be called again while the goroutine of its last call runs.
func (s setting) secondCall(p *check.Pass) bool {
	if s.fact != nil {
		return s.endedElsewhere(p) && !s.keepsOut() && (s.fn.Object() != nil && s.fn.Object().Exported() || s.comesAgain(ssaflow.Of(p.Pass)))
	}
	return s.fn.Object() != nil && s.fn.Object().Exported() && (s.reset(p) || s.repeats(p))
}

// ownEnd reports whether what is started gets the cancel function as well: it ends by itself, and says so.
func (s setting) ownEnd() bool {
	if s.channel() {
		return false
	}
	signal := s.store.Val
	if conv, ok := signal.(*ssa.ChangeType); ok {
		signal = conv.X
	}
	given := slices.Clone(s.start.Common().Args)
	if mk, ok := s.start.Common().Value.(*ssa.MakeClosure); ok {
		given = append(given, mk.Bindings...)
	}
	return slices.ContainsFunc(given, func(v ssa.Value) bool {
		v = ssainstr.Resolve(v)
		return v == signal || v == s.store.Val || storesLast(v, func(v ssa.Value) bool { return v == signal })
	})
}

// keepsOut reports whether a condition before the store asks for a field that the function sets.
func (s setting) keepsOut() bool {
	sets := make(map[*types.Var]bool)
	for instr := range ssaflow.Instrs(s.fn) {
		if store, ok := instr.(*ssa.Store); ok {
			if addr, ok := store.Addr.(*ssa.FieldAddr); ok {
				sets[ssaflow.Field(addr)] = true
			}
		}
	}
	for instr := range ssaflow.Instrs(s.fn) {
		if test, ok := instr.(*ssa.If); ok && precedes(instr, s.store) && ssainstr.ReadsField(test.Cond, sets) {
			return true
		}
	}
	return false
}

// endedElsewhere reports whether another function calls what the field holds, or closes or stops it.
func (s setting) endedElsewhere(p *check.Pass) bool {
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		if ssaflow.Outermost(fn) == ssaflow.Outermost(s.fn) {
			continue
		}
		for _, call := range ssainstr.Calls(fn) {
			common := call.Common()
			b, ok := common.Value.(*ssa.Builtin)
			if s.loadOf(common.Value) && !common.IsInvoke() || ok && b.Name() == "close" && s.loadOf(common.Args[0]) || s.stops(common) {
				return true
			}
		}
	}
	return false
}

// stops reports whether a call is one of the method of the value in the field that ends its goroutine.
func (s setting) stops(call *ssa.CallCommon) bool {
	if s.fact == nil || s.fact.Cleanup {
		return false
	}
	recv, method := call.Value, call.Method
	if !call.IsInvoke() {
		if method = ssaflow.Object(call); method == nil || len(call.Args) == 0 {
			return false
		}
		recv = call.Args[0]
	}
	return s.loadOf(recv) && slices.Contains(s.fact.Methods, method.Name())
}
