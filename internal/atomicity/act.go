package atomicity

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A StaleAct writes a field under a lock because of what the same function read from it
// under the same lock, which it released between the two.
type StaleAct struct {
	*access.Access
	Guard   *guard.Guard
	Read    *access.Access
	Hold    lockset.Hold        // of the write
	Derived bool                // the value written is computed from the one read
	Bare    bool                // the read holds no lock
	Alone   bool                // one goroutine at a time does so
	Call    ssa.CallInstruction // of the write's function by the one that tests, nil where that writes itself
	Test    ssa.CallInstruction // of the function that reads by the one that tests, nil where that reads itself
	Doubts  []verdict.DoubtAt
}

// StaleActs returns the acts on tests that may be out of date: a value is stored
// because there was none, or a new value is computed from an old one. It matters which of two
// values is kept where they have an identity.
func StaleActs(p *lockset.Package, noted func(*types.Var) string) []StaleAct {
	var list []StaleAct
	for _, g := range guard.Of(p, noted) {
		for _, w := range g.LockedWrites {
			if act, ok := staleAct(p, g, w); ok {
				list = append(list, act)
				continue
			}
			if act, ok := staleLookup(p, g, w); ok {
				list = append(list, act)
				continue
			}
			for _, s := range w.Func.Sites {
				if act, ok := staleCall(p, g, w, s); ok {
					list = append(list, act)
				} else if act, ok := staleTest(p, g, w, s); ok {
					list = append(list, act)
				}
			}
		}
	}
	return list
}

func staleAct(p *lockset.Package, g *guard.Guard, w *access.Access) (StaleAct, bool) {
	hold, ok := w.Holds(g.Path(w))
	if !ok || !w.Func.Encloses(hold.Pos) || hold.Callee != nil {
		return StaleAct{}, false
	}
	var found *access.Access
	for _, r := range g.LockedReads {
		h, held := r.Holds(g.Path(w))
		if r.Func != w.Func || !held || r.Content != w.Content || !lockset.Precedes(r.Instr, w.Instr) || !sameKey(p, r, w) {
			continue
		}
		if h.Pos == hold.Pos && feeds(r, w) {
			continue
		}
		if h.Pos == hold.Pos || serialized(r, w, g.Path(w)) {
			return StaleAct{}, false // tested again, or by one at a time
		}
		if h.Pos < hold.Pos && found == nil {
			found = r
		}
	}
	bare := found == nil
	if bare {
		found = bareTest(p, g, w, hold)
	}
	if found == nil || !bare && taken(g, found) || helperReads(p, g, w, hold) {
		return StaleAct{}, false
	}
	act := StaleAct{Access: w, Guard: g, Read: found, Hold: hold, Bare: bare, Alone: !slices.ContainsFunc(g.Accesses, func(a *access.Access) bool { return a.Write && lockset.Together(w.Func, a.Func) })}
	add := func(d *verdict.Doubt, raised bool) {
		if raised {
			act.Doubts = append(act.Doubts, d.At(w.Pos))
		}
	}
	add(verdict.MaybeHeld, !w.Func.Known())
	add(verdict.BeforeSharing, w.Ready)
	value := stored(w.Instr)
	if !bare && computes(w.Instr) && derives(p, value, found.Instr, 8) {
		act.Derived = true
		return act, true
	}
	refused := refuses(p, found, w)
	add(verdict.OwnData, !own(p, value) && !refused)
	add(verdict.NothingWon, !identity(value) && !refused && !wonBeside(p, g, w, hold))
	return act, value != nil && !lockset.IsNilConst(value) && decides(p, found, w)
}

// bareTest returns the read of the function of a write, before its lock, which holds none: the function does not
// test again under the lock.
//
//	if c := s.certs[host]; c != nil { return c }
//	s.mu.Lock()
//	defer s.mu.Unlock()
//	s.certs[host] = create(host)
func bareTest(p *lockset.Package, g *guard.Guard, w *access.Access, hold lockset.Hold) *access.Access {
	i := slices.IndexFunc(g.Accesses, func(r *access.Access) bool {
		return r.Func == w.Func && !r.Write && !r.Maybe && r.Content == w.Content && r.Owner == w.Owner && r.Pos < hold.Pos &&
			lockset.Precedes(r.Instr, w.Instr) && sameKey(p, r, w)
	})
	if i < 0 {
		return nil
	}
	return g.Accesses[i]
}

// feeds reports whether what is read goes only into the value written, and so is not tested: that of x -= n.
func feeds(r, w *access.Access) bool {
	read, ok := r.Instr.(ssa.Value)
	sum, isSum := stored(w.Instr).(*ssa.BinOp)
	return ok && isSum && !slices.ContainsFunc(ssabuild.Referrers(read), func(use ssa.Instruction) bool { return use != ssa.Instruction(sum) })
}

// refuses reports whether the function fails because of what the test found: it ensures
// that there is one value under a name.
func refuses(p *lockset.Package, r, w *access.Access) bool {
	f := w.Func.SSA
	results := f.Signature.Results()
	if results.Len() == 0 || !callmatch.IsError(results.At(results.Len()-1).Type()) {
		return false
	}
	reach := lockset.Backward(w.Instr.Block())
	return slices.ContainsFunc(f.Blocks, func(b *ssa.BasicBlock) bool {
		branch, ok := lockset.LastOf(b).(*ssa.If)
		return ok && derives(p, branch.Cond, r.Instr, 6) && slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool {
			return !reach.Has(succ) && failsFrom(succ)
		})
	})
}

// failsFrom reports whether a path from b ends in an error.
func failsFrom(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Parent().Blocks, func(end *ssa.BasicBlock) bool {
		return lockset.Fails(lockset.LastOf(end)) && lockset.Backward(end).Has(b)
	})
}

// serialized reports whether another lock is held for writing continuously from one access
// to the other.
func serialized(r, w *access.Access, lock lockset.Path) bool {
	return slices.ContainsFunc(w.Held, func(outer lockset.Hold) bool {
		at, ok := r.Holds(outer.Path)
		return ok && outer.Path != lock && !outer.Read && at.Pos == outer.Pos
	})
}

// taken reports whether the function writes the field under the lock that it reads it
// under, as it does to move the value out.
func taken(g *guard.Guard, r *access.Access) bool {
	at, _ := r.Holds(g.Path(r))
	return slices.ContainsFunc(g.LockedWrites, func(w *access.Access) bool {
		h, ok := w.Holds(g.Path(w))
		return ok && w.Func == r.Func && h.Pos == at.Pos
	})
}

// helperReads reports whether the function calls, under the lock of the write and before it,
// another one that reads the field, and so may test again.
func helperReads(p *lockset.Package, g *guard.Guard, w *access.Access, hold lockset.Hold) bool {
	reads := false
	w.Func.Walk(func(instr ssa.Instruction, held lockset.State) {
		call, ok := instr.(*ssa.Call)
		if !ok || reads || !lockset.Precedes(call, w.Instr) {
			return
		}
		callee := p.Callee(&call.Call)
		reads = callee != nil && slices.ContainsFunc(g.Accesses, func(a *access.Access) bool { return a.Func == callee && !a.Write }) &&
			slices.ContainsFunc(held.Held(), func(h lockset.Hold) bool { return h.Pos == hold.Pos })
	})
	return reads
}

// sameKey reports whether two accesses of map elements are about one key, or
// none is about elements.
func sameKey(p *lockset.Package, r, w *access.Access) bool {
	update, ok := w.Instr.(*ssa.MapUpdate)
	if !ok {
		return !w.Content
	}
	lookup, ok := r.Instr.(*ssa.Lookup)
	if !ok {
		return false
	}
	key := p.Pure(update.Key, 4)
	return update.Key == lookup.Index || key != "" && key == p.Pure(lookup.Index, 4)
}

// decides reports whether a branch on what r found decides about the write.
func decides(p *lockset.Package, r, w *access.Access) bool { return decidedBy(p, r.Instr, w.Instr) }

// decidedBy is decides for instructions.
func decidedBy(p *lockset.Package, found, at ssa.Instruction) bool {
	reach := lockset.Backward(at.Block())
	for _, b := range at.Parent().Blocks {
		branch, ok := lockset.LastOf(b).(*ssa.If)
		if ok && reach.Has(b) && b != at.Block() && forks(b, at.Block()) && derives(p, branch.Cond, found, 6) {
			return true
		}
	}
	return false
}

// forks reports whether it depends on which way a branch goes where the function returns without target:
// not where both ways join again before it.
func forks(branch, target *ssa.BasicBlock) bool {
	return !slices.Equal(lockset.ExitsWithout(branch.Succs[0], target), lockset.ExitsWithout(branch.Succs[1], target))
}

// own reports whether a value was made by the function that stores it. One that a caller
// registers is the caller's, which alone registers it under that key.
func own(p *lockset.Package, v ssa.Value) bool {
	if v == nil {
		return false
	}
	_, passed := p.Place(v).Root.(*ssa.Parameter)
	return !passed
}

// wonBeside reports whether the function stores a value of its own that is distinguishable in another field of the
// object, in the critical section of a write: a flag stands for it.
//
//	c.mu.Lock(); c.store = store; c.sealed = false; c.mu.Unlock()
func wonBeside(p *lockset.Package, g *guard.Guard, w *access.Access, hold lockset.Hold) bool {
	return slices.ContainsFunc(access.Of(p), func(o *access.Access) bool {
		if !o.Write || o.Content || o.Func != w.Func || o.Owner != w.Owner || o.Field == w.Field || g.Lock == nil || o.Struct == nil {
			return false
		}
		h, ok := o.Holds(hold.Path)
		value := stored(o.Instr)
		return ok && h.Pos == hold.Pos && identity(value) && own(p, value)
	})
}

func identity(v ssa.Value) bool {
	if v == nil || lockset.IsNilConst(v) {
		return false
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	return Identity(v.Type())
}

// Identity reports whether two values of type t are distinguishable: it is a channel, or
// points to something that owns a lock, a channel or a Close method. Two equal entries of a
// cache are as good as one.
func Identity(t types.Type) bool {
	if _, ok := t.Underlying().(*types.Chan); ok {
		return true
	}
	for _, name := range []string{"Close", "Stop", "Shutdown", "Disconnect"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj != nil {
			_, isFunc := obj.(*types.Func)
			return isFunc
		}
	}
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	st, ok := ptr.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if access.Exempt(st.Field(i).Type()) {
			return true
		}
	}
	return false
}
