package lifetime

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// tunes reports whether the functions do nothing but pause and work on the runtime, or
// tell the service manager that the process lives: both are the process's.
func tunes(fns []*ssa.Function) bool {
	found := false
	for _, fn := range fns {
		for _, call := range ssainstr.Calls(fn) {
			if _, ok := call.Common().Value.(*ssa.Builtin); ok {
				continue
			}
			callee := ssaflow.Object(call.Common())
			switch {
			case callee == nil || callee.Pkg() == nil:
				return false
			case catalog.RuntimePackages[callee.Pkg().Path()]:
				found = true
			case !catalog.InProcess(callee.Pkg().Path()) && !sleeps(callee):
				return false
			}
		}
	}
	return found
}

// sleeps reports whether a function does what time.Sleep does, with a clock of its own.
func sleeps(fn types.Object) bool {
	sig, ok := fn.Type().(*types.Signature)
	return ok && fn.Name() == "Sleep" && sig.Results().Len() == 0 && sig.Params().Len() == 1 &&
		callmatch.IsType(sig.Params().At(0).Type(), "time.Duration")
}
