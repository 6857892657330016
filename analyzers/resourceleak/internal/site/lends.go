package site

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// lends reports whether something that a method of what is opened has made leaves the function, itself or in what is
// made of it: it may need what it comes from for as long as it is open.
//
//	conn, err := jump.Dial("tcp", addr) // through jump, which must stay open
//	c, chans, reqs, err := ssh.NewClientConn(conn, addr, config)
//	return ssh.NewClient(c, chans, reqs), nil
func (s *Site) lends() bool {
	if s.SSA == nil {
		return false
	}
	value := resource.Result(s.SSA, 0)
	if value == nil {
		return false
	}
	made := make(map[ssa.Value]bool)
	for _, ref := range ssabuild.Referrers(value) {
		if call, ok := ref.(*ssa.Call); ok && receiver(&call.Call) == value {
			addClosers(call, made)
		}
	}
	return leaves(made)
}

// receiver returns the value whose method a call is, nil for a function.
func receiver(call *ssa.CallCommon) ssa.Value {
	switch {
	case call.IsInvoke():
		return call.Value
	case call.Signature().Recv() != nil && len(call.Args) > 0:
		return call.Args[0]
	}
	return nil
}

// addClosers adds the results of a call that have a Close.
func addClosers(call *ssa.Call, made map[ssa.Value]bool) {
	for i := range call.Call.Signature().Results().Len() {
		if v := resource.Result(call, i); v != nil && closer(v.Type()) {
			made[v] = true
		}
	}
}

func closer(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Close")
	_, ok := obj.(*types.Func)
	return ok && !callmatch.IsError(t)
}

// leaves reports whether one of some values is returned, stored in something or sent, or something with a Close that
// is made of it.
func leaves(made map[ssa.Value]bool) bool {
	work := make([]ssa.Value, 0, len(made))
	for v := range made {
		work = append(work, v)
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, ref := range ssabuild.Referrers(v) {
			next := make(map[ssa.Value]bool)
			switch ref := ref.(type) {
			case *ssa.Return, *ssa.Send, *ssa.MapUpdate:
				return true
			case *ssa.Store:
				if _, local := ref.Addr.(*ssa.Alloc); !local && ref.Val == v {
					return true
				}
			case *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType:
				next[ref.(ssa.Value)] = true
			case *ssa.Call:
				if receiver(&ref.Call) != v {
					addClosers(ref, next)
				}
			}
			for n := range next {
				if !made[n] {
					made[n] = true
					work = append(work, n)
				}
			}
		}
	}
	return false
}
