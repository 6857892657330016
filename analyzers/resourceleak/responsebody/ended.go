package responsebody

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// endedWith returns where the function defers the cancel of the context that the request has: its end
// closes the connection on each return.
func endedWith(send *ssa.Call) token.Pos {
	for _, arg := range send.Call.Args {
		made := maker(arg)
		if made == nil || len(made.Call.Args) == 0 {
			continue
		}
		derived, ok := made.Call.Args[0].(*ssa.Extract)
		if !ok {
			continue
		}
		from, ok := derived.Tuple.(*ssa.Call)
		if !ok || catalog.ContextEnds[ssaflow.Callee(&from.Call)] == "" {
			continue
		}
		if at := deferred(from); at.IsValid() {
			return at
		}
	}
	return token.NoPos
}

// deferred returns where the cancel function that a call gives is deferred.
func deferred(from *ssa.Call) token.Pos {
	for _, ref := range ssabuild.Referrers(from) {
		cancel, ok := ref.(*ssa.Extract)
		if !ok || cancel.Index != 1 {
			continue
		}
		for _, use := range ssabuild.Referrers(cancel) {
			if d, ok := use.(*ssa.Defer); ok && d.Call.Value == ssa.Value(cancel) {
				return d.Pos()
			}
		}
	}
	return token.NoPos
}
