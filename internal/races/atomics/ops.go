package atomics

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An Op is a call of a function that takes the address of what it accesses.
type Op struct {
	F     *lockset.Func
	Instr ssa.CallInstruction
	write bool
	Locks []string // keys of the locks held for sure
}

// A slot is a field where it is: the same counters in another struct may be protected by
// something else.
type slot struct {
	field *types.Var
	in    string // key of the place that the field's struct has, "" when that is an object of its own
}

func slotOf(p *lockset.Package, addr *ssa.FieldAddr, field *types.Var) slot {
	if addr == nil {
		return slot{field: field}
	}
	if _, pointed := addr.X.(*ssa.UnOp); pointed {
		return slot{field: field} // what a field points to is no part of the struct that has the field
	}
	return slot{field, p.Place(addr.X).Key}
}

// Ops returns the atomic accesses by what they are about.
func Ops(p *lockset.Package) map[slot][]Op {
	ops := make(map[slot][]Op)
	for _, f := range p.Funcs {
		found := false
		for instr := range ssaflow.Instrs(f.SSA) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			slots, write := atomic(p, f, call.Common())
			for _, v := range slots {
				ops[v] = append(ops[v], Op{F: f, Instr: call, write: write})
				found = true
			}
		}
		if found {
			noteLocks(f, ops)
		}
	}
	return ops
}

// noteLocks adds what f holds at its atomic operations.
func noteLocks(f *lockset.Func, ops map[slot][]Op) {
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || len(held) == 0 {
			return
		}
		slots, _ := atomic(f.Pkg, f, call.Common())
		for _, v := range slots {
			noteHeld(ops[v], call, held)
		}
	})
}

func noteHeld(ops []Op, call ssa.CallInstruction, held lockset.State) {
	for i, op := range ops {
		if op.Instr != call {
			continue
		}
		for _, h := range held.Held() {
			ops[i].Locks = append(ops[i].Locks, h.Key)
		}
	}
}

// atomic returns the fields or package variables that a call in f accesses atomically,
// and whether it writes.
func atomic(p *lockset.Package, f *lockset.Func, call *ssa.CallCommon) ([]slot, bool) {
	fn, args := p.Target(call)
	if fn == nil || len(args) == 0 || fn.Pkg() == nil || fn.Pkg() == p.Types {
		return nil, false
	}
	write, ok := catalog.Atomics[callmatch.Name(fn)]
	if !ok {
		return nil, false
	}
	return pointees(p, f, args[0], 3), write
}

// pointees returns the fields or package variables that an address may be that of: itself, what
// callers pass as the parameter, and what the package stores in the field that holds it, as in
//
//	next.ServeHTTP(&meter{ResponseWriter: w, n: &c.out}, r)
func pointees(p *lockset.Package, f *lockset.Func, addr ssa.Value, depth int) (list []slot) {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return []slot{slotOf(p, addr, p.Place(addr).Field)}
	case *ssa.Global:
		if v, _ := addr.Object().(*types.Var); v != nil {
			return []slot{{field: v}}
		}
	case *ssa.Parameter:
		i := slices.Index(f.SSA.Params, addr)
		for _, site := range f.Sites {
			if args := site.Instr.Common().Args; depth > 0 && i >= 0 && i < len(args) && !site.Instr.Common().IsInvoke() {
				list = append(list, pointees(p, site.Caller, args[i], depth-1)...)
			}
		}
	case *ssa.UnOp:
		if holder, ok := addr.X.(*ssa.FieldAddr); ok && depth > 0 {
			for _, store := range storesOf(p)[ssaflow.Field(holder)] {
				list = append(list, pointees(p, p.ByFunc[store.Parent()], store.Val, 0)...)
			}
		}
	}
	return list
}

// storesOf returns the stores of addresses of fields and variables into fields of the package.
func storesOf(p *lockset.Package) storedAddresses {
	stored := lockset.Memo[storedAddresses](p)
	if *stored != nil {
		return *stored
	}
	*stored = make(storedAddresses)
	for _, f := range p.Funcs {
		for instr := range ssaflow.Instrs(f.SSA) {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			if holder, ok := store.Addr.(*ssa.FieldAddr); ok && lockset.IsBasic(callmatch.Deref(store.Val.Type())) {
				field := ssaflow.Field(holder)
				(*stored)[field] = append((*stored)[field], store)
			}
		}
	}
	return *stored
}

// storedAddresses are stores of addresses, by the field that they set.
type storedAddresses map[*types.Var][]*ssa.Store
