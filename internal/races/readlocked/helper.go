package readlocked

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// helperWrites returns the writes of elements by functions that are passed them, where a caller has found
// the element in a container, and holds the lock of that for reading:
//
//	func (e *entry) touch() { e.used = time.Now() }
//	…
//	s.mu.RLock()
//	s.entries[key].touch()
//
// and of those that find the element themselves, for a caller that holds the lock:
//
//	func (s *store) lookup(key string) *entry { e := s.entries[key]; e.hits++; return e }
//	…
//	s.mu.RLock()
//	e := s.lookup(key)
func helperWrites(p *lockset.Package) []Write {
	found := access.Reads(p)
	var list []Write
	for _, a := range access.Of(p) {
		if !a.Write || a.Fresh || a.Addr == nil || a.Struct == nil || len(access.LockFields(a.Struct)) > 0 || access.Exempt(a.Field.Type()) {
			continue
		}
		if locksItself(a) {
			continue
		}
		h, call, ok := (&passing{found, make(map[ssa.Value]bool)}).holding(a.Func, a.Addr.X, holding.MaxUp)
		if !ok {
			h, call, ok = foundFor(a, found)
		}
		if !ok || slices.ContainsFunc(a.Held, func(held lockset.Hold) bool { return !held.Read || held.Key != h.Key }) {
			continue
		}
		w := elementWrite(p, a, h)
		w.Call = call
		w.Doubts = slices.DeleteFunc(w.Doubts, func(d verdict.DoubtAt) bool { return d.Doubt == verdict.MaybeHeld })
		list = append(list, w)
	}
	return list
}

// foundFor returns the lock that a caller holds for reading, with the call, where the function of an access has found the
// element in a container beside that lock.
func foundFor(a *access.Access, found map[ssa.Instruction]*access.Access) (lockset.Hold, ssa.CallInstruction, bool) {
	for _, from := range origin.Sources(a.Addr) {
		read := found[from]
		if read == nil || read.Func != a.Func || !read.Content || read.Struct == nil {
			continue
		}
		for _, lock := range access.LockFields(read.Struct) {
			if h, call, ok := readLockedBy(a.Func, read.PathOf(lock), holding.MaxUp, make(map[*lockset.Func]bool)); ok {
				return h, call, true
			}
		}
	}
	return lockset.Hold{}, nil, false
}

// locksItself reports whether the function of an access acquires a lock that the access holds.
func locksItself(a *access.Access) bool {
	return slices.ContainsFunc(a.Held, func(h lockset.Hold) bool { return a.Func.Encloses(h.Pos) })
}

// A passing looks at the callers that pass an object on, at each parameter once: a function that calls itself
// in many places has very many paths.
type passing struct {
	found map[ssa.Instruction]*access.Access
	seen  map[ssa.Value]bool
}

// holding returns the read lock that a caller holds alone while it passes what it has found in a container of the
// lock's object, and the call.
func (p *passing) holding(f *lockset.Func, object ssa.Value, depth int) (lockset.Hold, ssa.CallInstruction, bool) {
	i := slices.IndexFunc(f.SSA.Params, func(param *ssa.Parameter) bool { return object == ssa.Value(param) })
	if i < 0 || depth == 0 || p.seen[object] {
		return lockset.Hold{}, nil, false
	}
	p.seen[object] = true
	for _, s := range f.Sites {
		if s.Start || s.Value {
			continue
		}
		_, args := f.Pkg.Target(s.Instr.Common())
		if i >= len(args) {
			continue
		}
		h, held := holding.SoleAtCalls(s.Caller)[s.Instr]
		if held && h.Read && h.Key != "" && s.Caller.Encloses(h.Pos) && foundIn(s.Caller, args[i], h, p.found) {
			return h, s.Instr, true
		}
		if h, call, ok := p.holding(s.Caller, args[i], depth-1); ok {
			return h, call, true
		}
	}
	return lockset.Hold{}, nil, false
}
