package doubleclose

import (
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
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
