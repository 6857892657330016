package ssaflow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// ExitsInChain reports whether a call is the last of a chain that ends the process, which the functions of
// its links do not say:
//
//	log.Fatal().Err(err).Msg("cannot listen")
func ExitsInChain(call *ssa.CallCommon) bool {
	if !catalog.ExitChains[Callee(call)] {
		return false
	}
	for len(call.Args) > 0 {
		link, ok := call.Args[0].(*ssa.Call)
		if !ok {
			return false
		}
		if catalog.ExitChainStarts[Callee(&link.Call)] {
			return true
		}
		call = &link.Call
	}
	return false
}
