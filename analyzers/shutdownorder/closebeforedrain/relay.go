package closebeforedrain

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A relay is a set of functions of which each ends by starting the next one as a goroutine, as the
// states of a machine do: no two of them run at the same time.
//
//	func (p *process) toRunning() { p.changes <- running; <-p.exited; go p.toDone() }
//	func (p *process) toDone()    { p.changes <- done; close(p.changes) }
type relay struct {
	flow    *ssaflow.Flow
	members map[*ssa.Function]bool
}

// relayed reports whether the function that closes and the one that sends belong to one relay.
func relayed(flow *ssaflow.Flow, closer, sender *ssa.Function) bool {
	r := &relay{flow, map[*ssa.Function]bool{closer: true}}
	first := 0 // starts of the whole
	for next := []*ssa.Function{closer}; len(next) > 0; next = next[1:] {
		calls, complete := flow.Callers(next[0])
		if !complete {
			return false
		}
		for _, call := range calls {
			start, ok := call.(*ssa.Go)
			switch from := call.Parent(); {
			case !ok:
				return false
			case !r.last(start):
				if first++; first > 1 || ssaflow.Reaches(start.Block(), start.Block()) {
					return false
				}
			case !r.members[from]:
				r.members[from] = true
				next = append(next, from)
			}
		}
	}
	return r.members[sender]
}

// last reports whether a method does nothing on its receiver after a go statement for the same
// receiver, and starts no other one on that path.
func (r *relay) last(start *ssa.Go) bool {
	fn := start.Parent()
	if fn.Signature.Recv() == nil || len(start.Call.Args) == 0 || !isReceiver(start.Call.Args[0]) {
		return false
	}
	if calls, _ := r.flow.Callers(fn); slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool { _, ok := c.(*ssa.Go); return !ok }) {
		return false
	}
	after := start.Block().Instrs[slices.Index(start.Block().Instrs, ssa.Instruction(start))+1:]
	if slices.ContainsFunc(after, usesReceiver) {
		return false
	}
	for _, b := range fn.Blocks {
		if ssaflow.Reaches(start.Block(), b) && slices.ContainsFunc(b.Instrs, usesReceiver) {
			return false
		}
	}
	return true
}

// usesReceiver reports whether an instruction uses the receiver of its function.
func usesReceiver(instr ssa.Instruction) bool {
	return slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool { return *op != nil && isReceiver(*op) })
}

// isReceiver reports whether a value is the receiver of the function, also where a literal
// captures that.
func isReceiver(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok {
		if cell, ok := load.X.(*ssa.Alloc); ok {
			v = ssaflow.OnlyStore(cell)
		}
	}
	param, ok := v.(*ssa.Parameter)
	return ok && param.Parent().Signature.Recv() != nil && param == param.Parent().Params[0]
}

// otherObjects reports whether two channels are fields of objects that were made in different
// places: then they are not the same.
func otherObjects(x, y ssa.Value) bool {
	a, b := madeAt(x), madeAt(y)
	return a != nil && b != nil && a != b
}

// madeAt returns the allocation of the object of which a channel is a field, nil if it is not
// known.
func madeAt(v ssa.Value) *ssa.Alloc {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			if cell, ok := x.X.(*ssa.Alloc); ok {
				if v = ssaflow.OnlyStore(cell); v == nil {
					return nil
				}
				continue
			}
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.FreeVar:
			v = ssaflow.Binding(x)
			if cell, ok := v.(*ssa.Alloc); ok {
				if stored := ssaflow.OnlyStore(cell); stored != nil {
					v = stored
				}
			}
		case *ssa.Alloc:
			return x
		default:
			return nil
		}
	}
}
