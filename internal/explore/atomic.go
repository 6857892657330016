package explore

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// atomicModel returns the model of a function or method of sync/atomic.
func atomicModel(fn *types.Func) model {
	verb := fn.Name()
	for _, known := range []string{"Load", "Store", "Add", "Swap", "CompareAndSwap"} {
		if strings.HasPrefix(verb, known) {
			return func(m *machine, st *state, g *goroutine, args []value, at callSite) {
				m.atomic(st, g, known, args, at)
			}
		}
	}
	return nil
}

// atomic is an operation on a number, pointer or flag.
func (m *machine) atomic(st *state, g *goroutine, verb string, args []value, at callSite) {
	sig := at.instr.Common().Signature()
	t := sig.Params()
	p, last := args[0], int32(0)
	var elem types.Type
	if recv := sig.Recv(); recv != nil {
		elem = recv.Type().Underlying().(*types.Pointer).Elem()
		last = int32(m.slots(elem)) - 1
	} else {
		elem = t.At(0).Type().Underlying().(*types.Pointer).Elem()
	}
	where, ok := m.place(st, g, p, elem)
	if !ok {
		return
	}
	where.off += last
	g.pend = &op{kind: Atomic, at: where, val: listValue(args[1:]), verb: verb, site: g.site(at.instr), reg: at.reg, again: at.again}
}

// atomically does an atomic operation.
func (m *machine) atomically(st *state, i int, o *op) []*state {
	args := o.val.x.list
	cells := st.heap[o.at.obj].cells
	if int(o.at.off) >= len(cells) {
		return []*state{m.complete(st, i, o, st.clone().symbol(), func(*state) {})}
	}
	old, swapped, result := st.resolve(cells[o.at.off]), value{}, value{}
	if b, ok := isBoolean(o.site, o.verb); ok && b && old.k == number {
		old = boolValue(old.n != 0)
	}
	result = old
	switch o.verb {
	case "Store":
		swapped, result = args[0], value{}
	case "Swap":
		swapped = args[0]
	case "Add":
		if old.k == number && args[0].k == number {
			swapped = intValue(old.n + args[0].n)
		}
		result = swapped
	case "CompareAndSwap":
		eq, known := same(old, args[0])
		result, swapped = value{}, value{}
		if known {
			result, swapped = boolValue(eq), old
		}
		if known && eq {
			swapped = args[1]
		}
	}
	return []*state{m.complete(st, i, o, result, func(next *state) {
		if o.verb == "Load" {
			return
		}
		next.setSlot(o.at, swapped)
		if next.heap[o.at.obj].open {
			m.release(next, swapped)
		}
	})}
}

// isBoolean reports whether an operation is one on an atomic.Bool.
func isBoolean(site ssa.Instruction, verb string) (yes, ok bool) {
	call, ok := site.(ssa.CallInstruction)
	if !ok || call.Common().Signature().Recv() == nil {
		return false, ok
	}
	return strings.HasSuffix(call.Common().Signature().Recv().Type().String(), "atomic.Bool"), true
}
