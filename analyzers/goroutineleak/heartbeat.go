package goroutineleak

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// heartbeat reports whether the functions do nothing but pause and tell a logger
// something, and change nothing:
//
//	for {
//		time.Sleep(time.Hour)
//		logger.Info(time.Now().String())
//	}
func heartbeat(fns []*ssa.Function) bool {
	told := false
	for _, fn := range fns {
		for instr := range ssaflow.Instrs(fn) {
			switch instr := instr.(type) {
			case *ssa.Send, *ssa.Select, *ssa.Go, *ssa.Defer, *ssa.MapUpdate:
				return false
			case *ssa.UnOp:
				if instr.Op == token.ARROW && !callmatch.IsChanOf(instr.X.Type(), "time.Time") {
					return false // it tells what others send
				}
			case *ssa.Store:
				if !local(instr.Addr) {
					return false
				}
			case *ssa.Call:
				logs := toLogger(&instr.Call)
				callee := instr.Call.StaticCallee()
				if told = told || logs; !logs && (callee == nil || callee.Object() == nil || !harmless(callee.Object().Pkg()) && !sleeps(callee.Object())) {
					return false
				}
			}
		}
	}
	return told
}

// sleeps reports whether a function does what time.Sleep does, with a clock of its own.
func sleeps(fn types.Object) bool {
	sig, ok := fn.Type().(*types.Signature)
	return ok && fn.Name() == "Sleep" && sig.Results().Len() == 0 && sig.Params().Len() == 1 &&
		callmatch.IsType(sig.Params().At(0).Type(), "time.Duration")
}

// toLogger reports whether a call is one of a logger, of a library or behind an
// interface.
func toLogger(call *ssa.CallCommon) bool {
	if call.IsInvoke() {
		return ofLogger(call.Method) || ofLogPackage(call.Method)
	}
	callee := call.StaticCallee()
	return callee != nil && callee.Object() != nil && ofLogPackage(callee.Object())
}

func ofLogPackage(obj types.Object) bool {
	return obj.Pkg() != nil && catalog.LogPackages[obj.Pkg().Path()]
}

// levels is how many methods of one signature make an interface that of a logger.
const levels = 3

// ofLogger reports whether a method of an interface is told a string, has nothing
// to say about it, and is one of several like it: the levels of a log.
func ofLogger(method *types.Func) bool {
	sig := method.Signature()
	if sig.Results().Len() > 0 || sig.Params().Len() == 0 || !types.Identical(sig.Params().At(0).Type(), types.Typ[types.String]) {
		return false
	}
	iface, ok := sig.Recv().Type().Underlying().(*types.Interface)
	n := 0
	for i := 0; ok && i < iface.NumMethods(); i++ {
		if types.Identical(iface.Method(i).Signature(), sig) {
			n++
		}
	}
	return n >= levels
}

// local reports whether an address is in memory of the function itself: a variable,
// or what holds the arguments of a call.
func local(addr ssa.Value) bool {
	if index, ok := addr.(*ssa.IndexAddr); ok {
		addr = index.X
	}
	_, ok := addr.(*ssa.Alloc)
	return ok
}

// tunes reports whether the functions do nothing but work on the runtime, which is
// the process's: they free memory, say.
func tunes(flow *ssaflow.Flow, fns []*ssa.Function) bool {
	return remembersOnly(flow, fns, 1) && slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		return slices.ContainsFunc(calls(fn), func(call ssa.CallInstruction) bool {
			callee := call.Common().StaticCallee()
			return callee != nil && callee.Package() != nil && catalog.RuntimePackages[callee.Package().Pkg.Path()]
		})
	})
}

// remembersOnly reports whether the functions work on nothing but the memory of
// the process, and tell of it: there is nothing that the end of the program could
// leave half done.
func remembersOnly(flow *ssaflow.Flow, fns []*ssa.Function, depth int) bool {
	return depth > 0 && !slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		return slices.ContainsFunc(calls(fn), func(call ssa.CallInstruction) bool {
			if _, ok := call.Common().Value.(*ssa.Builtin); ok {
				return false
			}
			if callee := call.Common().StaticCallee(); callee != nil && callee.Object() != nil && harmless(callee.Object().Pkg()) {
				return false
			}
			if call.Common().IsInvoke() && harmless(call.Common().Method.Pkg()) {
				return false
			}
			bodies, complete := flow.Callees(call)
			return !complete || !remembersOnly(flow, bodies, depth-1)
		})
	})
}

func harmless(pkg *types.Package) bool {
	return pkg != nil && catalog.InProcess(pkg.Path())
}
