package sent

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// A write is a store to a field of an object, at the instruction of a function that makes it or calls what does.
type write struct {
	store *ssa.Store
	at    ssa.Instruction
	obj   lockset.Path
}

// writers are the stores of functions that hold no lock.
type writers struct {
	p      *lockset.Package
	stores map[*lockset.Func][]*ssa.Store
	known  map[depth][]write
}

// depth is a function, and how deep calls are followed from there.
type depth struct {
	f     *lockset.Func
	calls int
}

// below returns the writes of a function, and those of the functions that it calls or defers.
func (w *writers) below(f *lockset.Func, calls int) []write {
	if list, ok := w.known[depth{f, calls}]; ok {
		return list
	}
	list := w.find(f, calls)
	w.known[depth{f, calls}] = list
	return list
}

func (w *writers) find(f *lockset.Func, calls int) (list []write) {
	for _, store := range w.own(f) {
		list = append(list, write{store, store, w.p.Place(store.Addr.(*ssa.FieldAddr).X).Path})
	}
	if calls == 0 {
		return list
	}
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		call, ok := instr.(ssa.CallInstruction)
		if _, started := instr.(*ssa.Go); !ok || started || held.Locked() {
			return
		}
		callee := f.Pkg.Callee(call.Common())
		if callee == nil || callee == f {
			return
		}
		for _, inner := range w.below(callee, calls-1) {
			obj, ok := asArgument(w.p, call.Common(), callee, inner.obj)
			if inner.obj.Root.Parent() == f.SSA { // captured
				obj, ok = inner.obj, true
			}
			if ok && !waitedBefore(inner.at) {
				list = append(list, write{inner.store, instr, obj})
			}
		}
	})
	return list
}

// waitedBefore reports whether a function has waited for something before an instruction, on every path.
func waitedBefore(at ssa.Instruction) bool {
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			if waits(instr) {
				return true
			}
		}
	}
	return false
}

// own returns the stores to fields that a function makes without a lock.
func (w *writers) own(f *lockset.Func) []*ssa.Store {
	if list, ok := w.stores[f]; ok {
		return list
	}
	var list []*ssa.Store
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		if store, ok := instr.(*ssa.Store); ok && !held.Locked() && fieldOf(store) != nil {
			list = append(list, store)
		}
	})
	w.stores[f] = list
	return list
}
