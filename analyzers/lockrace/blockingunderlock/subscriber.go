package blockingunderlock

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// removers returns what removes the channel of a send from the map or slice that it was
// found in, nil if it was found in none. A receiver that has stopped receiving has to be
// removed before the send can be canceled:
//
//	for ch := range h.subs { // with h.mu locked
//		ch <- event
//	}
//	…
//	h.mu.Lock() // by the receiver, which leaves
//	delete(h.subs, ch)
func removers(p *check.Pass, model *lockset.Package, send *ssa.Send) *partner {
	field := container(send.Chan, 4)
	if field == nil || drains(ssaflow.Of(p.Pass), send.Chan) {
		return nil
	}
	part := &partner{verb: "removes its receiver", gone: true}
	for _, f := range model.Funcs {
		for instr := range ssaflow.Instrs(f.SSA) {
			if removes(instr, field) {
				part.instrs = append(part.instrs, instr)
			}
		}
	}
	return part
}

// container returns the map or slice field that a value is an element or key of, or a
// part of an element.
func container(v ssa.Value, depth int) *types.Var {
	if depth == 0 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.Next:
			return loaded(tuple.Iter.(*ssa.Range).X)
		case *ssa.Lookup:
			return loaded(tuple.X)
		}
	case *ssa.Lookup:
		return loaded(v.X)
	case *ssa.UnOp:
		switch addr := v.X.(type) {
		case *ssa.IndexAddr:
			return loaded(addr.X)
		case *ssa.FieldAddr: // h.clients[i].queue
			return container(addr.X, depth-1)
		}
	case *ssa.Field:
		return container(v.X, depth-1)
	}
	return nil
}

// loaded returns the field that a value is read from, nil for other values.
func loaded(v ssa.Value) *types.Var {
	if load, ok := v.(*ssa.UnOp); ok {
		if addr, ok := load.X.(*ssa.FieldAddr); ok {
			return ssaflow.Field(addr)
		}
	}
	return nil
}

// removes reports whether instr takes elements out of the field:
//
//	delete(h.subs, ch)
//	h.subs = append(h.subs[:i], h.subs[i+1:]...)
//	h.subs = slices.Delete(h.subs, i, i+1)
func removes(instr ssa.Instruction, field *types.Var) bool {
	switch instr := instr.(type) {
	case *ssa.Call:
		builtin, ok := instr.Call.Value.(*ssa.Builtin)
		return ok && builtin.Name() == "delete" && loaded(instr.Call.Args[0]) == field
	case *ssa.Store:
		addr, ok := instr.Addr.(*ssa.FieldAddr)
		call, called := instr.Val.(*ssa.Call)
		return ok && called && ssaflow.Field(addr) == field && shortens(&call.Call, field)
	}
	return false
}

func shortens(call *ssa.CallCommon, field *types.Var) bool {
	if len(call.Args) == 0 {
		return false
	}
	if builtin, ok := call.Value.(*ssa.Builtin); ok && builtin.Name() == "append" {
		part, ok := call.Args[0].(*ssa.Slice)
		return ok && loaded(part.X) == field
	}
	fn := ssaflow.Object(call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "slices" && loaded(call.Args[0]) == field &&
		(fn.Name() == "Delete" || fn.Name() == "DeleteFunc")
}

// drains reports whether all receivers are known, and receive until the channel is closed.
func drains(flow *ssaflow.Flow, ch ssa.Value) bool {
	class := flow.Class(ch)
	if class == nil || class.OutReceives && !class.Elements || len(class.Receives) > 0 || len(class.Ranges) == 0 {
		return false
	}
	open := flow.Exits(func(s *ssaflow.Source) bool { return s.Channel == class })
	return !slices.ContainsFunc(class.Ranges, func(op ssaflow.Op) bool { return open.Reachable(op.Fn()) })
}
