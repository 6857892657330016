package malformedinput

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/failure"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// nilResults returns the uses of results that are nil where the call has failed, and which control comes to
// then as well:
//
//	u, err := url.Parse(addr)
//	if err != nil {
//		log.Print(err)
//	}
//	return u.Path
func nilResults(fn *ssa.Function) (list []operation) {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(*ssa.Call)
		if !ok || !failure.Possible(call) {
			continue
		}
		result, err := failure.Result(call, 0), failure.Result(call, 1)
		name := ssaflow.Callee(&call.Call)
		if result == nil || err == nil && !catalog.FailsForInput[name] && !catalog.FailsForPeer[name] {
			continue
		}
		for _, use := range ssabuild.Referrers(result) {
			if failure.Derefs(use, result) && (err == nil || afterFailure(call, err, use)) {
				list = append(list, operation{instr: use, value: result, kind: nilResult, certain: catalog.FailsForPeer[name] || err != nil && failure.NilWithError(call, 0)})
				break
			}
		}
	}
	return list
}
