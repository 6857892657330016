package site

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// ReadOut returns where a stream is read to its end, or to an error, before each return that leaves it
// open, nil if one comes before that: what is behind it, mostly a connection, is then let go. Is reports
// whether a value is the stream. A decoder stops before the end, so that only a return because it has
// failed counts.
func ReadOut(fn *ssa.Function, leaks []resource.Leak, value ssa.Value, is func(v, value ssa.Value) bool) ssa.Instruction {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		decodes, reads := readsOut(call, value, is)
		if !reads && !calleeReads(call, value, is) {
			continue
		}
		if !slices.ContainsFunc(leaks, func(l resource.Leak) bool {
			return !call.Block().Dominates(l.Exit.Block()) || decodes && !resource.Failed(resource.Error(call), l.Exit.Block())
		}) {
			return instr
		}
	}
	return nil
}

// readsOut reports whether a call reads a stream to its end, or to an error, as a decoder does.
func readsOut(call *ssa.Call, value ssa.Value, is func(v, value ssa.Value) bool) (decodes, reads bool) {
	decodes, reads = catalog.ReadsOut[ssaflow.Callee(&call.Call)]
	return decodes, reads && len(call.Call.Args) > 0 && readsFrom(call.Call.Args[0], func(v ssa.Value) bool { return is(v, value) })
}

// calleeReads reports whether a function of the package gets the value of a stream, and reads the stream to its end before
// each return, other than those that follow an error which it is passed.
func calleeReads(call *ssa.Call, value ssa.Value, is func(v, value ssa.Value) bool) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg != call.Parent().Pkg || fn.Signature.Variadic() {
		return false
	}
	i := slices.IndexFunc(call.Call.Args, func(arg ssa.Value) bool { return Same(arg, value) })
	if i < 0 {
		return false
	}
	for instr := range ssaflow.Instrs(fn) {
		inner, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		if decodes, reads := readsOut(inner, fn.Params[i], is); reads && !decodes && beforeReturns(inner) {
			return true
		}
	}
	return false
}

// beforeReturns reports whether a call is made before each return of its function, but for those that follow an error
// which the function is passed.
func beforeReturns(call *ssa.Call) bool {
	for ret := range ssaflow.Returns(call.Parent()) {
		if !call.Block().Dominates(ret.Block()) && !slices.ContainsFunc(call.Parent().Params, func(p *ssa.Parameter) bool {
			return callmatch.IsError(p.Type()) && resource.Failed(p, ret.Block())
		}) {
			return false
		}
	}
	return true
}

// readsFrom reports whether a value is the stream, or a decoder that reads it.
func readsFrom(v ssa.Value, is func(ssa.Value) bool) bool {
	v = plain(v)
	made, ok := v.(*ssa.Call)
	return is(v) || ok && catalog.StreamDecoders[ssaflow.Callee(&made.Call)] && is(plain(made.Call.Args[0]))
}

// plain returns a value without the conversions to interfaces.
func plain(v ssa.Value) ssa.Value {
	for {
		switch conv := v.(type) {
		case *ssa.ChangeInterface:
			v = conv.X
		case *ssa.MakeInterface:
			v = conv.X
		default:
			return v
		}
	}
}

// Same reports whether v is a value, or read from a variable that it is stored in.
func Same(v, value ssa.Value) bool {
	if v == value {
		return true
	}
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && slices.ContainsFunc(ssabuild.Referrers(value), func(ref ssa.Instruction) bool {
		store, ok := ref.(*ssa.Store)
		return ok && store.Addr == load.X
	})
}
