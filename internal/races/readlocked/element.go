package readlocked

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// elementWrites returns the writes under a read lock of elements that were found in a container
// under the same lock: readers that find the same element write it concurrently.
//
//	s.mu.RLock()
//	e := s.entries[key]
//	e.hits++
//	s.mu.RUnlock()
//
// An element with a lock of its own is guarded by that one.
func elementWrites(p *lockset.Package) []Write {
	found := access.Reads(p)
	var list []Write
	for _, a := range access.Of(p) {
		if !a.Write || a.Fresh || a.Struct == nil || len(access.LockFields(a.Struct)) > 0 || access.Exempt(a.Field.Type()) {
			continue
		}
		if len(a.Held) != 1 || !a.Held[0].Read || a.Held[0].Key == "" {
			continue
		}
		if h := a.Held[0]; a.Func.Encloses(h.Pos) && foundIn(a.Func, a.Addr, h, found) {
			list = append(list, elementWrite(p, a, h))
		}
	}
	return append(list, helperWrites(p)...)
}

// foundIn reports whether an object was found in a container of what the lock belongs to, while the
// function held the lock: by the function, or by one that it calls and that returns it.
func foundIn(f *lockset.Func, object ssa.Value, h lockset.Hold, found map[ssa.Instruction]*access.Access) bool {
	for _, from := range origin.Sources(object) {
		if call, ok := from.(*ssa.Call); ok && holding.SoleAtCalls(f)[call].Pos == h.Pos && lookedUp(f.Pkg.Callee(&call.Call), h, found) {
			return true
		}
		read := found[from]
		if read == nil || read.Func != f || !read.Content || read.Struct == nil {
			continue
		}
		held, ok := read.Holds(h.Path)
		if ok && held.Pos == h.Pos && read.Besides(h.Path) {
			return true
		}
	}
	return false
}

// lookedUp reports whether a function returns what it has found in a container beside a lock that its
// caller holds.
func lookedUp(f *lockset.Func, h lockset.Hold, found map[ssa.Instruction]*access.Access) bool {
	if f == nil || f.SSA.Signature.Recv() == nil {
		return false
	}
	beside := func(from ssa.Instruction) bool {
		read := found[from]
		return read != nil && read.Func == f && read.Content && read.Struct != nil && read.Owner.Root == ssa.Value(f.SSA.Params[0]) && hasLock(read.Struct, h)
	}
	for ret := range f.Returns() {
		if slices.ContainsFunc(ret.Results, func(v ssa.Value) bool { return slices.ContainsFunc(origin.Sources(v), beside) }) {
			return true
		}
	}
	return false
}

// hasLock reports whether a lock is a field of a struct.
func hasLock(t types.Type, h lockset.Hold) bool {
	return slices.ContainsFunc(access.LockFields(t), func(f *types.Var) bool { return h.Key == callmatch.TypeName(t)+"."+f.Name() })
}

func elementWrite(p *lockset.Package, a *access.Access, h lockset.Hold) Write {
	w, read := Write{Access: a, Hold: h, Other: a}, false
	for _, b := range access.To(p, a.Field) {
		if b.Fresh {
			continue
		}
		held, ok := b.HoldsKey(h.Key)
		if b.Write {
			w.Writes++
		}
		if b.Write && ok && !held.Read {
			w.Locked++
		}
		if !ok || b.Func.Outermost() == a.Func.Outermost() {
			continue
		}
		read = read || held.Read
		if w.Other == a || b.Write && !w.Other.Write {
			w.Other = b
		}
	}
	w.doubt(verdict.MaybeHeld, !a.Func.Known())
	w.doubt(verdict.BeforeSharing, a.Ready)
	w.doubt(verdict.OwnData, w.Other == a && !counts(a))
	w.doubt(verdict.OneOwner, !read)
	return w
}
