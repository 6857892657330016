package ssaflow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// SlowCall returns the first call that may keep the functions for long and that takes no
// context which could end it, nil if there is none. A function that a test passes in proves
// nothing about the code outside of tests.
func (f *Flow) SlowCall(fns []*ssa.Function) *ssa.Call {
	seen := make(map[*ssa.Function]bool)
	for _, fn := range fns {
		if call := f.slowCall(fn, seen); call != nil {
			return call
		}
	}
	return nil
}

func (f *Flow) slowCall(fn *ssa.Function, seen map[*ssa.Function]bool) *ssa.Call {
	if seen[fn] || inTest(fn) {
		return nil
	}
	seen[fn] = true
	for instr := range Instrs(fn) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		if catalog.SlowCalls[Callee(&call.Call)] {
			return call
		}
		callees, _ := f.Callees(call)
		for _, callee := range callees {
			if slow := f.slowCall(callee, seen); slow != nil {
				return slow
			}
		}
	}
	return nil
}

// inTest reports whether fn is declared in a test file.
func inTest(fn *ssa.Function) bool {
	return strings.HasSuffix(fn.Prog.Fset.Position(fn.Pos()).Filename, "_test.go")
}

// ShortName returns the callee of a call as its users write it: "Client.Post".
func ShortName(call *ssa.CallCommon) string {
	fn := call.Method
	if callee := call.StaticCallee(); callee != nil {
		fn, _ = callee.Object().(*types.Func)
	}
	if fn == nil {
		return call.Value.Name()
	}
	return QualifiedName(fn)
}

// QualifiedName returns a function as its users write it: "Client.Post", "http.Get".
func QualifiedName(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		if named := callmatch.Named(recv.Type()); named != nil {
			return named.Obj().Name() + "." + fn.Name()
		}
	}
	return fn.Pkg().Name() + "." + fn.Name()
}
