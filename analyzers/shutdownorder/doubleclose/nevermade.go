package doubleclose

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// neverMade returns the methods that close a field into which nothing puts a channel: the first close panics
// already, for another reason than that there are two.
func neverMade(p *check.Pass, once *closesonce.Result) map[*types.Func]bool {
	flow := ssaflow.Of(p.Pass)
	list := make(map[*types.Func]bool)
	for fn, m := range once.Methods() {
		if !m.Builtin {
			continue
		}
		if field := callmatch.Field(p.TypesInfo, m.Call.Args[0]); field != nil && flow.NeverMade(flow.FieldClass(field)) {
			list[fn] = true
		}
	}
	return list
}

// closesNil reports whether what the exploration has found is the second close of such a field.
func closesNil(p *check.Pass, f *explore.Finding) bool {
	end, ok := f.Site.(ssa.CallInstruction)
	if !ok || !f.Panics || f.Kind != explore.Close || len(end.Common().Args) != 1 {
		return false
	}
	flow := ssaflow.Of(p.Pass)
	return flow.NeverMade(flow.Class(end.Common().Args[0]))
}
