package resource

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// drained reports whether a call that returns false has closed what is opened, at its end.
//
//	for rows.Next() {
func (w *walk) drained(call *ssa.Call) bool {
	return w.o.Drains && named(&call.Call) == "Next" && w.gets(call)
}

// failureCloses reports whether an outcome of a condition is that a method has failed which then closes what
// is opened.
//
//	if err := rows.Scan(&name); err != nil { // rows of pgx
func (w *walk) failureCloses(cond ssa.Value, outcome bool, st state) bool {
	err := w.tested(cond, st)
	if err == nil || outcome != (cond.(*ssa.BinOp).Op == token.NEQ) {
		return false
	}
	if ex, ok := err.(*ssa.Extract); ok {
		err = ex.Tuple
	}
	call, ok := err.(*ssa.Call)
	return ok && w.o.FailureCloses[named(&call.Call)] && w.gets(call)
}

// gets reports whether what is opened is the receiver or an argument of a call. The receiver of a method
// that is promoted from an embedded field is what the field is in.
func (w *walk) gets(call *ssa.Call) bool {
	return slices.ContainsFunc(append([]ssa.Value{call.Call.Value}, call.Call.Args...), func(v ssa.Value) bool {
		holder, held := w.t.held[ssaflow.Promotes(v)]
		return held && !holder
	})
}
