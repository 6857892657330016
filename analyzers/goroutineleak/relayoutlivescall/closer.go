package relayoutlivescall

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/deadwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// closerOf returns the relay that closes a value which the function works with, and closes itself when it returns, or a
// connection that it is passed:
//
//	defer conn.Close()
//	go func() {
//		<-ctx.Done() // of the server
//		conn.Close()
//	}()
func closerOf(g deadwait.Goroutine) (r *relay, closed ssa.Value) {
	r = &relay{start: g.Start, body: g.Body}
	if !r.waitsOnce(g) {
		return nil, nil
	}
	for instr := range ssaflow.Instrs(g.Body) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || instr.Block() != r.wait.Block() && !r.wait.Block().Dominates(instr.Block()) {
			continue
		}
		if recv := closes(call.Common()); recv != nil {
			if v := ssainstr.Resolve(recv); r.closedBy(v) || r.isConnection(v) {
				return r, v
			}
		}
	}
	return nil, nil
}

// closes returns what a call closes, nil for others.
func closes(call *ssa.CallCommon) ssa.Value {
	fn := ssaflow.Object(call)
	if fn == nil || fn.Signature().Recv() == nil || !slices.Contains(catalog.StopMethods, fn.Name()) {
		return nil
	}
	if call.IsInvoke() {
		return call.Value
	}
	return call.Args[0]
}

// closedBy reports whether the function around the goroutine defers the close of a value, itself or in a literal.
func (r *relay) closedBy(v ssa.Value) bool {
	for instr := range ssaflow.Instrs(r.fn()) {
		deferred, ok := instr.(*ssa.Defer)
		if !ok {
			continue
		}
		calls := []ssa.CallInstruction{deferred}
		if mk, ok := deferred.Call.Value.(*ssa.MakeClosure); ok {
			calls = ssainstr.Calls(mk.Fn.(*ssa.Function))
		}
		if slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
			recv := closes(call.Common())
			return recv != nil && ssainstr.Resolve(recv) == v
		}) {
			return true
		}
	}
	return false
}

// isConnection reports whether a value is a connection that the function is passed: another one with the next call.
func (r *relay) isConnection(v ssa.Value) bool {
	param, ok := v.(*ssa.Parameter)
	if !ok || param.Parent() != r.fn() || r.fn().Signature.Recv() != nil && param == r.fn().Params[0] {
		return false
	}
	return slices.ContainsFunc([]string{"Read", "ReadMessage"}, func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(param.Type(), true, nil, name)
		_, ok := obj.(*types.Func)
		return ok
	})
}

func judgeCloser(p *check.Pass, lives *lifetime.Lifetimes, r *relay, closed ssa.Value) {
	flow := ssaflow.Of(p.Pass)
	out := r.outer(flow)
	if out == nil || !flow.Exits(nil).Reachable(r.fn()) {
		return
	}
	doubts := lives.OfStart(r.start)
	if out.given && !r.sharedByAll(flow) {
		doubts = append(doubts, check.Doubting(verdict.HandedIn, r.wait.Pos()))
	}
	if _, given := closed.(*ssa.Parameter); !given && r.lasts() { // a connection is served as long as it lasts
		doubts = append(doubts, check.Doubting(verdict.Lifetime, r.start.Instr.Pos()))
	}
	p.Report(check.Finding{
		At: syntax.Keyword{At: r.start.Instr.Pos(), Text: "go"},
		Message: fmt.Sprintf("goroutine stays after %s has returned, one for each call: it waits for %s, and keeps %s",
			ssainstr.FuncName(r.fn()), out.names(p), nameOf(closed)),
		Trace:  []check.Hop{{Pos: r.wait.Pos(), Message: "waits here"}},
		Doubts: doubts,
		Fix:    fixCloser(p, r),
	})
}

// nameOf names a value as the source does.
func nameOf(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Parameter:
		return v.Name()
	case *ssa.Alloc:
		if v.Comment != "" {
			return v.Comment
		}
	}
	return "what it closes"
}

// sharedByAll reports whether all callers are known, and one of them calls the function in a loop that passes the same
// signal in each iteration.
func (r *relay) sharedByAll(flow *ssaflow.Flow) bool {
	callers, complete := flow.Callers(r.fn())
	return complete && slices.ContainsFunc(callers, func(call ssa.CallInstruction) bool {
		if !ssaflow.Reaches(call.Block(), call.Block()) {
			return false
		}
		return !slices.ContainsFunc(r.waits(), func(w wait) bool {
			i := slices.IndexFunc(r.fn().Params, func(param *ssa.Parameter) bool { return ssa.Value(param) == signalOf(w.ch) })
			if i < 0 || i >= len(call.Common().Args) {
				return true
			}
			made, ok := call.Common().Args[i].(ssa.Instruction)
			return ok && ssaflow.Reaches(made.Block(), made.Block())
		})
	})
}

// signalOf returns the context or channel that a wait is for.
func signalOf(ch ssa.Value) ssa.Value {
	if isDone(ch) {
		ch = ch.(*ssa.Call).Call.Value
	}
	return ssainstr.Resolve(ch)
}
