package lockstate

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A Mixed is a plain access of something that is accessed by atomic operations
// elsewhere.
type Mixed struct {
	*Access
	Atomic token.Pos // of an atomic access that the plain one races with
	// Ordered is set when an atomic operation on something else comes before it, Unknown
	// when not all callers of its function are known.
	Ordered, Unknown bool
	// Settled is set if a wait comes before it, or a compare-and-swap that decides which
	// goroutine continues; and for a read that is verified by a compare-and-swap after it.
	Settled bool
	// Configured is set for a read of a number that atomic operations only ever set to what
	// a caller passes in.
	Configured bool
	// Told is set for a read that only goes into the text of an error, or into a log.
	Told bool
	// Written is a plain write that the access, a read, races with, where no atomic one writes.
	Written *Access
	// Early is set if the function makes the object ready and holds no lock, or all calls in the package pass it one that
	// no other goroutine can have.
	Early bool
}

// an atomicOp is a call of a function that takes the address of what it accesses.
type atomicOp struct {
	f     *Func
	instr ssa.CallInstruction
	write bool
	locks []string // keys of the locks held for sure
}

// A slot is a field where it is: the same counters in another struct may be protected by
// something else.
type slot struct {
	field *types.Var
	in    string // key of the place that the field's struct has, "" when that is an object of its own
}

func (p *Package) slot(addr *ssa.FieldAddr, field *types.Var) slot {
	if addr == nil {
		return slot{field: field}
	}
	return slot{field, p.place(addr.X).Key}
}

// Mixed returns the plain accesses of fields and package variables that may race with
// atomic ones: at least one of the two writes, no lock keeps them apart, and the
// plain one is not made before others have the object.
func (p *Package) Mixed() []Mixed {
	ops := p.atomicOps()
	if len(ops) == 0 {
		return nil
	}
	var list []Mixed
	for _, a := range p.Accesses() {
		at := p.slot(a.Addr, a.Field)
		if len(ops[at]) == 0 || a.Part != "" || a.Content || a.Fresh || !isBasic(a.Field.Type()) {
			continue
		}
		i := slices.IndexFunc(ops[at], func(op atomicOp) bool { return p.races(a, op) })
		var written *Access
		if i < 0 {
			written = p.plainWrite(a)
		}
		if i < 0 && written == nil || a.beforeStart() {
			continue
		}
		i = max(i, 0)
		if n := len(list); n > 0 && list[n-1].Pos == a.Pos {
			list = list[:n-1] // n++ reads and writes: one finding, about the write
		}
		list = append(list, Mixed{
			Access: a, Atomic: ops[at][i].instr.Pos(),
			Ordered: p.ordered(a, orders), Unknown: !a.Func.Known(),
			Configured: !a.Write && written == nil && !slices.ContainsFunc(ops[at], func(op atomicOp) bool { return op.write && !op.configures() }),
			Told:       !a.Write && p.justTold(a.Instr),
			Written:    written,
			Early:      a.Ready || a.Write && !a.maybe && a.Func.setsUpOthers() || p.mayBeFresh(a),
			Settled:    p.ordered(a, settles) || !a.Write && a.Func.swaps(a, ops[at]),
		})
	}
	return list
}

// plainWrite returns a write that is not atomic either and may happen at the same time as a read,
// which atomic operations elsewhere show to be shared.
func (p *Package) plainWrite(read *Access) *Access {
	if read.Write {
		return nil
	}
	at := p.slot(read.Addr, read.Field)
	i := slices.IndexFunc(p.Accesses(), func(w *Access) bool {
		return w.Write && w.Field == read.Field && w.Part == "" && p.slot(w.Addr, w.Field) == at && !w.Fresh && !w.Ready && !w.beforeStart() && w.Func.Known() && !p.mayBeFresh(w) &&
			(w.Func.outermost() != read.Func.outermost() || read.byRequest()) && together(read.Func, w.Func) && !slices.ContainsFunc(w.Held, func(h Hold) bool {
			_, held := read.HoldsKey(h.Key)
			return held
		})
	})
	if i < 0 {
		return nil
	}
	return p.Accesses()[i]
}

// configures reports whether an atomic operation stores what a caller passes in.
func (op atomicOp) configures() bool {
	fn, args := op.f.pkg.target(op.instr.Common())
	return strings.HasPrefix(fn.Name(), "Store") && len(args) > 1 && fromCaller(args[len(args)-1])
}

// justTold reports whether all that is made of what an instruction reads is a part of an error's
// text or of a line in a log.
func (p *Package) justTold(instr ssa.Instruction) bool {
	v, ok := instr.(ssa.Value)
	if !ok || len(*v.Referrers()) == 0 {
		return false
	}
	return !slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		if _, ok := ref.(*ssa.DebugRef); ok {
			return false
		}
		boxed, ok := ref.(*ssa.MakeInterface)
		return !ok || slices.ContainsFunc(*boxed.Referrers(), func(use ssa.Instruction) bool { return !p.tellsOf(use) })
	})
}

// tellsOf reports whether an instruction stores an operand of a call that makes an error or logs.
func (p *Package) tellsOf(use ssa.Instruction) bool {
	store, ok := use.(*ssa.Store)
	if !ok {
		return false
	}
	elem, ok := store.Addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	array, ok := elem.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	return slices.ContainsFunc(*array.Referrers(), func(ref ssa.Instruction) bool {
		slice, ok := ref.(*ssa.Slice)
		return ok && slices.ContainsFunc(*slice.Referrers(), func(ref ssa.Instruction) bool {
			call, ok := ref.(ssa.CallInstruction)
			if !ok {
				return false
			}
			fn, _ := p.target(call.Common())
			return fn != nil && fn.Pkg() != nil && (callmatch.Name(fn) == "fmt.Errorf" || catalog.LogPackages[fn.Pkg().Path()])
		})
	})
}

// atomicOps returns the atomic accesses by what they are about.
func (p *Package) atomicOps() map[slot][]atomicOp {
	ops := make(map[slot][]atomicOp)
	for _, f := range p.Funcs {
		var local []atomicOp
		for _, b := range f.SSA.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if v, write := p.atomic(call.Common()); v.field != nil {
					local = append(local, atomicOp{f: f, instr: call, write: write})
					ops[v] = append(ops[v], atomicOp{f: f, instr: call, write: write})
				}
			}
		}
		if len(local) > 0 {
			f.noteLocks(ops)
		}
	}
	return ops
}

// noteLocks adds what f holds at its atomic operations.
func (f *Func) noteLocks(ops map[slot][]atomicOp) {
	f.Walk(func(instr ssa.Instruction, held State) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || len(held) == 0 {
			return
		}
		v, _ := f.pkg.atomic(call.Common())
		for i, op := range ops[v] {
			if op.instr == call {
				for _, h := range held.Held() {
					ops[v][i].locks = append(ops[v][i].locks, h.Key)
				}
			}
		}
	})
}

// atomic returns the field or package variable that a call accesses atomically,
// and whether it writes.
func (p *Package) atomic(call *ssa.CallCommon) (slot, bool) {
	fn, args := p.target(call)
	if fn == nil || len(args) == 0 || fn.Pkg() == nil || fn.Pkg() == p.types {
		return slot{}, false
	}
	write, ok := catalog.Atomics[callmatch.Name(fn)]
	if !ok {
		return slot{}, false
	}
	switch addr := args[0].(type) {
	case *ssa.FieldAddr:
		return p.slot(addr, p.place(addr).Field), write
	case *ssa.Global:
		v, _ := addr.Object().(*types.Var)
		return slot{field: v}, write
	}
	return slot{}, false
}

// races reports whether a plain access may happen at the same time as an atomic
// one, and one of them writes.
func (p *Package) races(a *Access, op atomicOp) bool {
	if !a.Write && !op.write {
		return false
	}
	if f := p.byFunc[op.instr.Parent()]; f != nil && (!together(a.Func, f) || a.Func == f && a.ownLoop()) {
		return false
	}
	return !slices.ContainsFunc(op.locks, func(key string) bool {
		_, held := a.HoldsKey(key)
		return held
	})
}

// settles reports whether an instruction waits, or is a compare-and-swap that decides which
// goroutine continues.
func settles(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return orders(instr)
	}
	fn, _ := call.Call.StaticCallee().Object().(*types.Func)
	return orders(instr) && (fn.Pkg().Path() != "sync/atomic" || catalog.AtomicClaims[callmatch.Name(fn)])
}

// ordered reports whether an instruction that orders, on something else, comes before the
// access on every path, in its function or in all that call that.
func (p *Package) ordered(a *Access, by func(ssa.Instruction) bool) bool {
	f := a.Func
	if f.ordersBefore(a.Instr, p.slot(a.Addr, a.Field), by) {
		return true
	}
	return !f.root && len(f.sites) > 0 && !slices.ContainsFunc(f.sites, func(s site) bool {
		return s.start || !s.caller.ordersBefore(s.instr, p.slot(a.Addr, a.Field), by)
	})
}

func (f *Func) ordersBefore(at ssa.Instruction, v slot, by func(ssa.Instruction) bool) bool {
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			if by(instr) && !f.addsTo(instr, v) || f.ordersWithin(instr, by) {
				return true
			}
		}
	}
	return false
}

// swaps reports whether f compares and swaps the variable after it was read: what
// was read is a guess that the swap holds against the truth.
func (f *Func) swaps(read *Access, ops []atomicOp) bool {
	return slices.ContainsFunc(ops, func(op atomicOp) bool {
		return op.f == f && precedes(read.Instr, op.instr) && catalog.AtomicClaims[callmatch.Name(f.pkg.lookup(op.instr.Common()).fn)]
	})
}

// ordersWithin reports whether instr calls a function of the package that has such
// a wait or operation in it.
func (f *Func) ordersWithin(instr ssa.Instruction, by func(ssa.Instruction) bool) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || f.pkg.Callee(&call.Call) == nil {
		return false
	}
	return slices.ContainsFunc(f.pkg.Callee(&call.Call).SSA.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, by)
	})
}

// addsTo reports whether instr is an atomic write of v: to have counted does not
// keep others from counting.
func (f *Func) addsTo(instr ssa.Instruction, v slot) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	target, write := f.pkg.atomic(&call.Call)
	return target == v && write && !catalog.AtomicClaims[callmatch.Name(f.pkg.lookup(&call.Call).fn)]
}
