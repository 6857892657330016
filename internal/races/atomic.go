package races

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
	"github.com/lifecyclelint/lifecyclelint/internal/races/requests"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A Mixed is a plain access of something that is accessed by atomic operations
// elsewhere.
type Mixed struct {
	*access.Access
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
	Written *access.Access
	// Early is set if the function makes the object ready and holds no lock, or all calls in the package pass it one that
	// no other goroutine can have.
	Early bool
}

// an atomicOp is a call of a function that takes the address of what it accesses.
type AtomicOp struct {
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
	return slot{field, p.Place(addr.X).Key}
}

// FindMixed returns the plain accesses of fields and package variables that may race with
// atomic ones: at least one of the two writes, no lock keeps them apart, and the
// plain one is not made before others have the object.
func FindMixed(p *lockset.Package) []Mixed {
	ops := AtomicOps(p)
	if len(ops) == 0 {
		return nil
	}
	var list []Mixed
	for _, a := range access.Of(p) {
		at := slotOf(p, a.Addr, a.Field)
		if len(ops[at]) == 0 || a.Part != "" || a.Content || a.Fresh || !lockset.IsBasic(a.Field.Type()) {
			continue
		}
		i := slices.IndexFunc(ops[at], func(op AtomicOp) bool { return races(p, a, op) })
		var written *access.Access
		if i < 0 {
			written = plainWrite(p, a)
		}
		if i < 0 && written == nil || setup.BeforeStart(a) {
			continue
		}
		i = max(i, 0)
		if n := len(list); n > 0 && list[n-1].Pos == a.Pos {
			list = list[:n-1] // n++ reads and writes: one finding, about the write
		}
		list = append(list, Mixed{
			Access: a, Atomic: ops[at][i].Instr.Pos(),
			Ordered: orderedBefore(p, a, decides), Unknown: !a.Func.Known(),
			Configured: !a.Write && written == nil && !slices.ContainsFunc(ops[at], func(op AtomicOp) bool { return op.write && !op.configures() }),
			Told:       !a.Write && justTold(p, a.Instr),
			Written:    written,
			Early:      a.Ready || a.Write && !a.Maybe && setup.ByName(a.Func) || setup.MayBeFresh(p, a),
			Settled:    orderedBefore(p, a, settles) || !a.Write && swaps(a.Func, a, ops[at]),
		})
	}
	return list
}

// plainWrite returns a write that is not atomic either and may happen at the same time as a read,
// which atomic operations elsewhere show to be shared.
func plainWrite(p *lockset.Package, read *access.Access) *access.Access {
	if read.Write {
		return nil
	}
	at := slotOf(p, read.Addr, read.Field)
	i := slices.IndexFunc(access.Of(p), func(w *access.Access) bool {
		return w.Write && w.Field == read.Field && w.Part == "" && slotOf(p, w.Addr, w.Field) == at && !w.Fresh && !w.Ready && !setup.BeforeStart(w) && w.Func.Known() && !setup.MayBeFresh(p, w) &&
			(w.Func.Outermost() != read.Func.Outermost() || requests.Within(read.Func)) && lockset.Together(read.Func, w.Func) && !slices.ContainsFunc(w.Held, func(h lockset.Hold) bool {
			_, held := read.HoldsKey(h.Key)
			return held
		})
	})
	if i < 0 {
		return nil
	}
	return access.Of(p)[i]
}

// configures reports whether an atomic operation stores what a caller passes in.
func (op AtomicOp) configures() bool {
	fn, args := op.F.Pkg.Target(op.Instr.Common())
	return strings.HasPrefix(fn.Name(), "Store") && len(args) > 1 && origin.FromCaller(args[len(args)-1])
}

// justTold reports whether all that is made of what an instruction reads is a part of an error's
// text or of a line in a log.
func justTold(p *lockset.Package, instr ssa.Instruction) bool {
	v, ok := instr.(ssa.Value)
	if !ok || len(*v.Referrers()) == 0 {
		return false
	}
	return !slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		if _, ok := ref.(*ssa.DebugRef); ok {
			return false
		}
		boxed, ok := ref.(*ssa.MakeInterface)
		return !ok || slices.ContainsFunc(*boxed.Referrers(), func(use ssa.Instruction) bool { return !tellsOf(p, use) })
	})
}

// tellsOf reports whether an instruction stores an operand of a call that makes an error or logs.
func tellsOf(p *lockset.Package, use ssa.Instruction) bool {
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
			fn, _ := p.Target(call.Common())
			return fn != nil && fn.Pkg() != nil && (callmatch.Name(fn) == "fmt.Errorf" || catalog.LogPackages[fn.Pkg().Path()])
		})
	})
}

// AtomicOps returns the atomic accesses by what they are about.
func AtomicOps(p *lockset.Package) map[slot][]AtomicOp {
	ops := make(map[slot][]AtomicOp)
	for _, f := range p.Funcs {
		var local []AtomicOp
		for _, b := range f.SSA.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				slots, write := atomic(p, f, call.Common())
				for _, v := range slots {
					local = append(local, AtomicOp{F: f, Instr: call, write: write})
					ops[v] = append(ops[v], AtomicOp{F: f, Instr: call, write: write})
				}
			}
		}
		if len(local) > 0 {
			noteLocks(f, ops)
		}
	}
	return ops
}

// noteLocks adds what f holds at its atomic operations.
func noteLocks(f *lockset.Func, ops map[slot][]AtomicOp) {
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

func noteHeld(ops []AtomicOp, call ssa.CallInstruction, held lockset.State) {
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

// races reports whether a plain access may happen at the same time as an atomic
// one, and one of them writes.
func races(p *lockset.Package, a *access.Access, op AtomicOp) bool {
	if !a.Write && !op.write {
		return false
	}
	if f := p.ByFunc[op.Instr.Parent()]; f != nil && (!lockset.Together(a.Func, f) || a.Func == f && threads.OwnLoop(a)) {
		return false
	}
	return !slices.ContainsFunc(op.Locks, func(key string) bool {
		_, held := a.HoldsKey(key)
		return held
	})
}

// decides reports whether an instruction orders, and is no load of which the function only
// returns, stores or passes on what it has read, as that of another counter.
func decides(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil || !lockset.Orders(instr) {
		return lockset.Orders(instr)
	}
	fn, _ := call.Call.StaticCallee().Object().(*types.Func)
	write, known := catalog.Atomics[callmatch.Name(fn)]
	return !known || write || slices.ContainsFunc(*call.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.If, *ssa.BinOp:
			return true
		case *ssa.UnOp:
			return ref.Op == token.NOT
		}
		return false
	})
}

// settles reports whether an instruction waits, or is a compare-and-swap that decides which
// goroutine continues.
func settles(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return lockset.Orders(instr)
	}
	fn, _ := call.Call.StaticCallee().Object().(*types.Func)
	return lockset.Orders(instr) && (fn.Pkg().Path() != "sync/atomic" || catalog.AtomicClaims[callmatch.Name(fn)])
}

// orderedBefore reports whether an instruction that orders, on something else, comes before the
// access on every path, in its function or in all that call that.
func orderedBefore(p *lockset.Package, a *access.Access, by func(ssa.Instruction) bool) bool {
	f := a.Func
	if ordersBefore(f, a.Instr, slotOf(p, a.Addr, a.Field), by) {
		return true
	}
	return !f.Root && len(f.Sites) > 0 && !slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		return s.Start || !ordersBefore(s.Caller, s.Instr, slotOf(p, a.Addr, a.Field), by)
	})
}

func ordersBefore(f *lockset.Func, at ssa.Instruction, v slot, by func(ssa.Instruction) bool) bool {
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			if by(instr) && !addsTo(f, instr, v) || order.OrdersIn(f, instr, by) {
				return true
			}
		}
	}
	return false
}

// swaps reports whether f compares and swaps the variable after it was read: what
// was read is a guess that the swap holds against the truth.
func swaps(f *lockset.Func, read *access.Access, ops []AtomicOp) bool {
	return slices.ContainsFunc(ops, func(op AtomicOp) bool {
		return op.F == f && lockset.Precedes(read.Instr, op.Instr) && catalog.AtomicClaims[callmatch.Name(f.Pkg.Lookup(op.Instr.Common()).Fn)]
	})
}

// addsTo reports whether instr is an atomic write of v: to have counted does not
// keep others from counting.
func addsTo(f *lockset.Func, instr ssa.Instruction, v slot) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	targets, write := atomic(f.Pkg, f, &call.Call)
	return slices.Contains(targets, v) && write && !catalog.AtomicClaims[callmatch.Name(f.Pkg.Lookup(&call.Call).Fn)]
}
