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

// closedEach reports whether a condition is that of a loop which closes each element of a slice that holds
// what is opened: at its end that is closed.
//
//	closers = append(closers, f)
//	…
//	for _, c := range closers {
//		c.Close()
//	}
func (w *walk) closedEach(cond ssa.Value) bool {
	test, ok := cond.(*ssa.BinOp)
	if !ok || test.Op != token.LSS {
		return false
	}
	size, ok := test.Y.(*ssa.Call)
	if !ok {
		return false
	}
	if b, ok := size.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" || !w.t.held[size.Call.Args[0]] {
		return false
	}
	body := test.Block().Succs[0]
	for _, u := range w.t.uses {
		if u.role == closes && body.Dominates(u.instr.Block()) && ssaflow.Reaches(u.instr.Block(), body) {
			return true
		}
	}
	return false
}
