package unjoinedworker

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A share is a value that a goroutine works with. Direct is set for those it
// gets itself, and not for what these were made from.
type share struct {
	value  ssa.Value
	direct bool
	method bool // the receiver of the method that runs
}

// sharedWith returns the values that the goroutine's starter shares with it, and
// those that went into making them.
func sharedWith(s ssaflow.Start) []share {
	var list []share
	call := s.Instr.Common()
	if callee := call.StaticCallee(); callee != nil && callee.Signature.Recv() != nil {
		list = append(list, share{ssainstr.Resolve(call.Args[0]), true, true})
	}
	for _, arg := range call.Args {
		list = append(list, share{ssainstr.Resolve(arg), true, false})
	}
	if mk, ok := call.Value.(*ssa.MakeClosure); ok {
		for _, b := range mk.Bindings {
			list = append(list, share{ssainstr.Resolve(b), true, false})
		}
	}
	for i := 0; i < len(list) && i < 64; i++ {
		for _, from := range madeFrom(list[i].value) {
			if v := ssainstr.Resolve(from); !slices.ContainsFunc(list, func(s share) bool { return s.value == v }) {
				list = append(list, share{v, false, false})
			}
		}
	}
	return list
}

// madeFrom returns the values that went into v, and that it may hold on to: the
// arguments of the call that returned it, the fields of a literal.
func madeFrom(v ssa.Value) []ssa.Value {
	if ex, ok := v.(*ssa.Extract); ok {
		v = ex.Tuple
	}
	switch v := v.(type) {
	case *ssa.Call:
		return v.Call.Args
	case *ssa.Alloc:
		var list []ssa.Value
		for _, ref := range ssabuild.Referrers(v) {
			field, ok := ref.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			for _, use := range ssabuild.Referrers(field) {
				if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(field) {
					list = append(list, store.Val)
				}
			}
		}
		return list
	}
	return nil
}
