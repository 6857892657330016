package goroutineleak

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// heartbeat reports whether the functions do nothing but pause and tell somebody
// behind an interface something in words, and change nothing:
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
			case *ssa.Store:
				if !local(instr.Addr) {
					return false
				}
			case *ssa.Call:
				common := instr.Common()
				tells := common.IsInvoke() && inWords(common.Signature())
				if told = told || tells; !tells && !silent(common.StaticCallee()) {
					return false
				}
			}
		}
	}
	return told
}

// inWords reports whether functions of this signature are told a string, and have
// nothing to say about it.
func inWords(sig *types.Signature) bool {
	return sig.Results().Len() == 0 && sig.Params().Len() > 0 && types.Identical(sig.Params().At(0).Type(), types.Typ[types.String])
}

// silent reports whether a function only formats, pauses or tells the time.
func silent(fn *ssa.Function) bool {
	return fn != nil && fn.Object() != nil && fn.Object().Pkg() != nil && catalog.SilentPackages[fn.Object().Pkg().Path()]
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
