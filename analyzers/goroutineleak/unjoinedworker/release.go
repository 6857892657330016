package unjoinedworker

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// staticFunc returns the function or method that a call names, with all of its
// parameters as arguments: not a method value.
func staticFunc(call *ssa.CallCommon) *types.Func {
	if callee := call.StaticCallee(); callee != nil && len(callee.FreeVars) == 0 {
		fn, _ := callee.Object().(*types.Func)
		return fn
	}
	return nil
}

// onlyWorker returns the call of a known worker that every path through body
// takes.
func onlyWorker(facts *worker.Result, body *ssa.Function) (*ssa.Call, *worker.Fact) {
	for _, instr := range ssainstr.Calls(body) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		fact := facts.Fact(staticFunc(call.Common()))
		if fact == nil {
			continue
		}
		always := true
		for ret := range ssaflow.Returns(body) {
			always = always && call.Block().Dominates(ret.Block())
		}
		if always {
			return call, fact
		}
	}
	return nil, nil
}

// raisedIn reports whether fn makes the context, to be ended by a signal or by
// its cancel function.
func raisedIn(ctx ssa.Value, fn *ssa.Function) bool {
	ex, ok := ctx.(*ssa.Extract)
	if !ok || ex.Parent() != fn {
		return false
	}
	call, ok := ex.Tuple.(*ssa.Call)
	if !ok {
		return false
	}
	ends := catalog.ContextEnds[ssaflow.Callee(&call.Call)]
	return ends == "cancel" || ends == "signal"
}

// A release is a call that ends the use of a value.
type release struct {
	at   ssa.CallInstruction
	name string // of the value
}

// released returns the first call in fn, or in what it defers, that closes a
// value which the goroutine works with.
func released(fn *ssa.Function, shared []share) *release {
	var found *release
	eachMethodCall(fn, func(call ssa.CallInstruction, recv ssa.Value, method string) {
		if found != nil || !slices.Contains(catalog.StopMethods, method) || !resource(recv.Type()) {
			return
		}
		i := slices.IndexFunc(shared, func(s share) bool { return s.value == ssainstr.Resolve(recv) })
		if name := ssaflow.Name(recv); i >= 0 && !shared[i].method && name != "" {
			found = &release{call, name}
		}
	})
	return found
}

// resource reports whether closing a value of type t makes it unusable for its users;
// stopping a timer, or a worker's own ticker, does not, and closing a connection or
// listener unblocks those that wait on it.
func resource(t types.Type) bool {
	name := callmatch.TypeName(t)
	return name != "" && !isConnection(t) && !strings.HasPrefix(name, "time.") && !strings.HasPrefix(name, "sync.") && name != "context.Context"
}

// isConnection reports whether t has an address of the network, as a net.Conn, a
// net.PacketConn and a net.Listener do.
func isConnection(t types.Type) bool {
	return slices.ContainsFunc([]string{"LocalAddr", "Addr"}, func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		fn, ok := obj.(*types.Func)
		return ok && fn.Signature().Results().Len() == 1 && callmatch.TypeName(fn.Signature().Results().At(0).Type()) == "net.Addr"
	})
}

// joined reports whether fn calls something on the worker itself that may wait
// for it.
func joined(fn *ssa.Function, shared []share) bool {
	found := false
	eachMethodCall(fn, func(_ ssa.CallInstruction, recv ssa.Value, method string) {
		i := slices.IndexFunc(shared, func(s share) bool { return s.method && s.value == ssainstr.Resolve(recv) })
		if i >= 0 && (method == "Wait" || slices.Contains(catalog.StopMethods, method)) {
			found = true
		}
	})
	return found
}

// eachMethodCall visits the method calls of fn and of its literals that are not
// goroutines of their own.
func eachMethodCall(fn *ssa.Function, visit func(call ssa.CallInstruction, recv ssa.Value, method string)) {
	for _, instr := range ssainstr.Calls(fn) {
		call := instr.Common()
		if _, ok := instr.(*ssa.Go); ok {
			continue
		}
		if call.IsInvoke() {
			visit(instr, call.Value, call.Method.Name())
		} else if callee := call.StaticCallee(); callee != nil && callee.Signature.Recv() != nil && len(call.Args) > 0 {
			visit(instr, call.Args[0], callee.Name())
		}
	}
	for _, lit := range fn.AnonFuncs {
		if !startedAlone(lit) {
			eachMethodCall(lit, visit)
		}
	}
}

// startedAlone reports whether a literal is the body of a go statement.
func startedAlone(lit *ssa.Function) bool {
	for _, instr := range ssainstr.Calls(lit.Parent()) {
		g, ok := instr.(*ssa.Go)
		if !ok {
			continue
		}
		mk, _ := g.Call.Value.(*ssa.MakeClosure)
		if g.Call.Value == ssa.Value(lit) || mk != nil && mk.Fn == ssa.Value(lit) {
			return true
		}
	}
	return false
}

// usedFields returns the fields on which the functions call methods. What returns a
// channel, by a method or in a field of its own, is used for a wait, which a close
// unblocks; and what a function closes itself may be closed already.
func usedFields(fns []*ssa.Function) map[*types.Var]bool {
	used := make(map[*types.Var]bool)
	for _, fn := range fns {
		for _, instr := range ssainstr.Calls(fn) {
			call := instr.Common()
			var recv ssa.Value
			var method string
			if call.IsInvoke() {
				recv, method = call.Value, call.Method.Name()
			} else if callee := call.StaticCallee(); callee != nil && callee.Signature.Recv() != nil {
				recv, method = call.Args[0], callee.Name()
			}
			if field := fieldOf(recv); field != nil && !handsOutChannel(call) && !slices.Contains(catalog.StopMethods, method) {
				used[field] = true
			}
		}
	}
	for _, fn := range fns {
		maps.DeleteFunc(used, func(field *types.Var, _ bool) bool { return waitsOn(fn, field) })
	}
	return used
}

// waitsOn reports whether fn asks what is in the field for one of its own fields that
// is a channel.
func waitsOn(fn *ssa.Function, field *types.Var) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if at, ok := instr.(*ssa.FieldAddr); ok && fieldOf(at.X) == field && syntax.IsChannel(ssaflow.Field(at).Type()) {
				return true
			}
		}
	}
	return false
}

func handsOutChannel(call *ssa.CallCommon) bool {
	results := call.Signature().Results()
	return results.Len() == 1 && syntax.IsChannel(results.At(0).Type())
}
