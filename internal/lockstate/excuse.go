package lockstate

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// claimed reports whether the function has made sure before, under the lock, that
// nobody else changes the field: it stored the value that it now reads, or it set
// a flag that keeps others away, if need be before it started the goroutine.
func (p *Package) claimed(g *Guard, a *Access) bool {
	if a.Write {
		return false
	}
	start, starts := a.Func.startedAt()
	for _, other := range p.accesses {
		store, ok := other.Instr.(*ssa.Store)
		if !ok || !other.Write || other.Owner != a.Owner {
			continue
		}
		if _, held := other.Holds(g.Path(a)); !held {
			continue
		}
		_, isBool := constBool(store.Val)
		flag := isBool && other.Field != a.Field
		same := other.Field == a.Field && !p.reads(store.Val, a.Field, 6)
		if (flag || same) && before(other.within(a.Func), a.Instr) || flag && starts && before(other.within(a.Func.sites[0].caller), start) {
			return true
		}
	}
	return false
}

// within returns the instruction of f in which the access happens: it itself, or the
// call in place of the literal that it is in; nil if there is none.
func (a *Access) within(f *Func) ssa.Instruction {
	switch {
	case a.Func == f:
		return a.Instr
	case a.Func.inPlace && len(a.Func.sites) == 1 && a.Func.sites[0].caller == f:
		return a.Func.sites[0].instr
	}
	return nil
}

// startedAt returns the only start of the goroutine that f, a literal, is.
func (f *Func) startedAt() (ssa.Instruction, bool) {
	if !f.inPlace || len(f.sites) != 1 || !f.started() {
		return nil, false
	}
	return f.sites[0].instr, true
}

// before reports whether a always comes before b.
func before(a, b ssa.Instruction) bool {
	if a == nil {
		return false
	}
	_, started := a.(*ssa.Go)
	return !started && a.Block().Dominates(b.Block()) && precedes(a, b)
}

// reads reports whether a value is computed from a field.
func (p *Package) reads(v ssa.Value, field *types.Var, depth int) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || depth == 0 {
		return false
	}
	if load, ok := v.(*ssa.UnOp); ok && p.place(load.X).Field == field {
		return true
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && p.reads(*op, field, depth-1) {
			return true
		}
	}
	return false
}

// snapshot reports whether elements are accessed of a map or slice that was read
// from the field under a lock.
func (a *Access) snapshot() bool {
	if !a.Content {
		return false
	}
	for _, op := range a.Instr.Operands(nil) {
		if load, ok := (*op).(*ssa.UnOp); ok && a.Func.heldAt(load) {
			return true
		}
		if elem, ok := (*op).(*ssa.IndexAddr); ok {
			if load, ok := elem.X.(*ssa.UnOp); ok && a.Func.heldAt(load) {
				return true
			}
		}
	}
	return false
}

// heldAt reports whether any lock may be held at an instruction.
func (f *Func) heldAt(at ssa.Instruction) bool {
	held := false
	f.Walk(func(instr ssa.Instruction, st State) {
		held = held || instr == at && len(st) > 0
	})
	return held
}

// oneGoroutine reports whether all writes of the field, and the access, happen
// in one goroutine, which then reads its own writes and needs no lock for that.
func (p *Package) oneGoroutine(g *Guard, a *Access) bool {
	if a.Write {
		return false
	}
	roots := make(map[*Func]bool)
	a.Func.roots(roots, make(map[*Func]bool))
	for _, other := range g.Accesses {
		if other.Write {
			other.Func.roots(roots, make(map[*Func]bool))
		}
	}
	if len(roots) != 1 {
		return false
	}
	for root := range roots {
		return root != nil && root.singular()
	}
	return false
}

// roots adds the functions at which the goroutines begin that run f; nil stands
// for callers that cannot be seen.
func (f *Func) roots(found, seen map[*Func]bool) {
	if seen[f] {
		return
	}
	seen[f] = true
	if f.known != known {
		found[nil] = true
	}
	if f.root {
		found[f] = true
	}
	for _, s := range f.sites {
		if _, ok := s.instr.(*ssa.Go); ok {
			found[f] = true
		} else {
			s.caller.roots(found, seen)
		}
	}
}

// singular reports whether f runs in one goroutine at a time: the body of one
// that is started in one place, or an exported function that loops on for as long
// as the object lives.
func (f *Func) singular() bool {
	if len(f.sites) > 1 {
		return false
	}
	if len(f.sites) == 1 {
		at := f.sites[0].instr
		return !loops(at.Block())
	}
	return f.serves()
}

// serves reports whether f waits for channels in a loop.
func (f *Func) serves() bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Select); ok && loops(b) {
				return true
			}
		}
	}
	return false
}

// MayHold reports whether any lock may be held at an instruction of the package,
// by the function around it or by callers of that.
func (p *Package) MayHold(instr ssa.Instruction) bool {
	f := p.byFunc[instr.Parent()]
	return f != nil && f.heldAt(instr)
}

// beforeStart reports whether the function starts a goroutine after the access,
// and none before: the object is only now given to others.
func (a *Access) beforeStart() bool {
	f := a.Func.SSA
	later := false
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Go); !ok && !startsGoroutine(instr) {
				continue
			}
			if precedes(instr, a.Instr) {
				return false
			}
			later = later || precedes(a.Instr, instr)
		}
	}
	return later
}

func startsGoroutine(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	fn, ok := call.Call.StaticCallee().Object().(*types.Func)
	_, starts := catalog.Starters[callmatch.Name(fn)]
	return ok && starts
}

// afterWait reports whether something on every way to the access orders it with
// other goroutines: a wait for a group, a receive from a channel that only
// signals, an atomic operation.
func (a *Access) afterWait() bool {
	at := happens(a.Instr)
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			if orders(instr) {
				return true
			}
		}
		if up := b.Idom(); up != nil && a.Func.asks(lastOf(up)) {
			return true
		}
	}
	return !a.Write && a.Func.signalledBefore(a.Instr)
}

// asks reports whether a branch depends on what a function of the package says, and
// that looks at an atomic.
func (f *Func) asks(last ssa.Instruction) bool {
	branch, ok := last.(*ssa.If)
	if !ok {
		return false
	}
	cond := branch.Cond
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	call, ok := cond.(*ssa.Call)
	return ok && f.ordersWithin(call)
}

// signalledBefore reports whether a way leads from a receive that only signals to
// instr: the two goroutines take turns.
func (f *Func) signalledBefore(at ssa.Instruction) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if recv, ok := instr.(*ssa.UnOp); ok && orders(recv) && precedes(recv, at) {
				return true
			}
		}
	}
	return false
}

func orders(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		_, call := instr.X.(*ssa.Call) // of a context, which orders nothing
		return instr.Op == token.ARROW && isSignal(instr.X.Type()) && !call
	case *ssa.Call:
		if callee := instr.Call.StaticCallee(); callee != nil && callee.Object() != nil && callee.Object().Pkg() != nil {
			fn, _ := callee.Object().(*types.Func)
			return callee.Object().Pkg().Path() == "sync/atomic" || catalog.Joins[callmatch.Name(fn)]
		}
	}
	return false
}

// isSignal reports whether values of a channel type carry no data.
func isSignal(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	st, ok := ch.Elem().Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}
