package atomicity

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A StaleDelete deletes the elements of a map whose keys a loop has collected, because of what it found there,
// under the lock that was released between the two:
//
//	r.mu.RLock()
//	for host, route := range r.routes { if time.Since(route.updated) > age { stale = append(stale, host) } }
//	r.mu.RUnlock()
//	for _, host := range stale { r.remove(host) } // one of them may have been stored anew
type StaleDelete struct {
	*access.Access                 // the delete
	Read           *access.Access  // the range
	At             ssa.Instruction // the delete, or the call of its function
	Hold           lockset.Hold
	Doubts         []verdict.DoubtAt
}

// StaleDeletes returns them where another function stores elements, and nothing tests again.
func StaleDeletes(p *lockset.Package, noted func(*types.Var) string) (list []StaleDelete) {
	for _, g := range guard.Of(p, noted) {
		for _, w := range g.LockedWrites {
			key := deletedKey(w)
			hold, ok := w.Holds(g.Path(w))
			if key == nil || !ok || !w.Func.Encloses(hold.Pos) || !storedElsewhere(g, w) || looksAgain(g, w, hold) {
				continue
			}
			if read := collectedFrom(p, g, key); read != nil && released(g, read, hold) {
				list = append(list, staleDelete(w, read, w.Instr, hold))
				continue
			}
			for _, s := range w.Func.Sites {
				arg := passed(w.Func, s, key)
				if arg == nil || s.Start || heldAtCall(w.Func, s, g.Key) {
					continue
				}
				if read := collectedFrom(p, g, arg); read != nil {
					list = append(list, staleDelete(w, read, s.Instr, hold))
				}
			}
		}
	}
	return list
}

func staleDelete(w, read *access.Access, at ssa.Instruction, hold lockset.Hold) StaleDelete {
	d := StaleDelete{Access: w, Read: read, At: at, Hold: hold}
	if m, ok := w.Field.Type().Underlying().(*types.Map); ok && !Identity(m.Elem()) && !tellsOthers(w.Func) {
		d.Doubts = append(d.Doubts, verdict.NothingWon.At(w.Pos))
	}
	return d
}

// deletedKey returns the key of the element that an access deletes.
func deletedKey(w *access.Access) ssa.Value {
	call, ok := w.Instr.(*ssa.Call)
	if !ok {
		return nil
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); !ok || b.Name() != "delete" {
		return nil
	}
	return call.Call.Args[1]
}

// storedElsewhere reports whether another function stores elements of the map, under keys that may be there.
func storedElsewhere(g *guard.Guard, w *access.Access) bool {
	return slices.ContainsFunc(g.Accesses, func(o *access.Access) bool {
		_, update := o.Instr.(*ssa.MapUpdate)
		return update && o.Func.Outermost() != w.Func.Outermost()
	})
}

// looksAgain reports whether the function looks an element up, or walks over all, under the lock of the delete.
func looksAgain(g *guard.Guard, w *access.Access, hold lockset.Hold) bool {
	return slices.ContainsFunc(g.LockedReads, func(r *access.Access) bool {
		h, ok := r.Holds(g.Path(r))
		return ok && r.Func == w.Func && r.Content && h.Pos == hold.Pos
	})
}

// released reports whether the lock of a read is not the one of the delete.
func released(g *guard.Guard, read *access.Access, hold lockset.Hold) bool {
	h, ok := read.Holds(g.Path(read))
	return ok && h.Pos != hold.Pos
}

// tellsOthers reports whether a function calls something through an interface or a function value.
func tellsOthers(f *lockset.Func) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(*ssa.Call)
		if _, builtin := valueCalled(call, ok).(*ssa.Builtin); ok && !builtin && call.Call.StaticCallee() == nil {
			return true
		}
	}
	return false
}

func valueCalled(call *ssa.Call, ok bool) ssa.Value {
	if !ok {
		return nil
	}
	return call.Call.Value
}

// collectedFrom returns the walk over the map of a guard that has put a key into a slice, because of the element.
func collectedFrom(p *lockset.Package, g *guard.Guard, key ssa.Value) *access.Access {
	load, ok := key.(*ssa.UnOp)
	if !ok {
		return nil
	}
	elem, ok := load.X.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	for _, put := range appended(elem.X, make(map[ssa.Value]bool)) {
		ex, ok := put.val.(*ssa.Extract)
		if !ok || ex.Index != 1 {
			continue
		}
		next, ok := ex.Tuple.(*ssa.Next)
		if !ok || !chosen(next, put.at) {
			continue
		}
		i := slices.IndexFunc(g.LockedReads, func(r *access.Access) bool { return r.Instr == next.Iter.(ssa.Instruction) })
		if i >= 0 {
			return g.LockedReads[i]
		}
	}
	return nil
}

// A put is a value that is appended to a slice.
type put struct {
	val ssa.Value
	at  *ssa.Call
}

// appended returns what is appended to a slice.
func appended(v ssa.Value, seen map[ssa.Value]bool) (list []put) {
	if seen[v] {
		return nil
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			list = append(list, appended(e, seen)...)
		}
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); !ok || b.Name() != "append" {
			return nil
		}
		list = appended(v.Call.Args[0], seen)
		args, ok := v.Call.Args[1].(*ssa.Slice)
		if !ok {
			return list
		}
		for _, ref := range ssabuild.Referrers(args.X) {
			addr, ok := ref.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, use := range ssabuild.Referrers(addr) {
				if store, ok := use.(*ssa.Store); ok && store.Addr == addr {
					list = append(list, put{store.Val, v})
				}
			}
		}
	}
	return list
}

// chosen reports whether a branch on the element of a walk decides whether a call is made.
func chosen(next *ssa.Next, at *ssa.Call) bool {
	for _, ref := range ssabuild.Referrers(next) {
		elem, ok := ref.(*ssa.Extract)
		if !ok || elem.Index != 2 {
			continue
		}
		for b := at.Block(); b != nil; b = b.Idom() {
			if b.Idom() == nil {
				break
			}
			branch, ok := lockset.LastOf(b.Idom()).(*ssa.If)
			if ok && len(b.Preds) == 1 && dependsOn(branch.Cond, elem, make(map[ssa.Value]bool)) {
				return true
			}
		}
	}
	return false
}

// dependsOn reports whether a value is computed from another one, by calls as well.
func dependsOn(v, from ssa.Value, seen map[ssa.Value]bool) bool {
	if v == from {
		return true
	}
	instr, ok := v.(ssa.Instruction)
	if seen[v] {
		return false
	}
	seen[v] = true
	return ok && slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool {
		return *op != nil && dependsOn(*op, from, seen)
	})
}
