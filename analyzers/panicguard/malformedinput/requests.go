package malformedinput

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// requests notes the functions that answer requests, with the literals in them. A server recovers there: the
// request gets no answer, and what comes after the panic is left undone.
func (x *exposure) requests() {
	for _, fn := range x.flow.SSA.Funcs {
		if handlesRequest(fn.Signature) {
			x.addRequest(fn, beginning{pos: fn.Pos(), request: true})
		}
	}
}

func (x *exposure) addRequest(fn *ssa.Function, start beginning) {
	if _, have := x.fns[fn]; have || x.guarded(fn) {
		return
	}
	x.fns[fn] = start
	for _, inner := range fn.AnonFuncs {
		x.addRequest(inner, start)
	}
}

// inRequest reports whether an operation of a handler is looked at: the element of what was split or listed
// in the request, and a write to a map that it leaves nil. All else, such as what a route or a decoder has ensured, would be a guess.
func inRequest(op operation, from origin) bool {
	return from == foreign && (op.kind == indexes || op.kind == writesNil)
}

// listed reports whether a value is the list of one parameter or header that is there: as a range over all of
// them yields it, or where the second result of a lookup is asked for.
func listed(v *ssa.Extract) bool {
	switch tuple := v.Tuple.(type) {
	case *ssa.Next:
		over, ok := tuple.Iter.(*ssa.Range)
		return ok && catalog.NonEmptyLists[callmatch.TypeName(over.X.Type())]
	case *ssa.Lookup:
		return catalog.NonEmptyLists[callmatch.TypeName(tuple.X.Type())] && slices.ContainsFunc(ssabuild.Referrers(tuple), func(ref ssa.Instruction) bool {
			found, ok := ref.(*ssa.Extract)
			return ok && found.Index == 1 && len(ssabuild.Referrers(found)) > 0
		})
	}
	return false
}
