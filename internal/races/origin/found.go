package origin

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// maxFinders bounds how many calls lead from where an object is found to where it is used.
const maxFinders = 6

// FoundBy returns the reads of containers that may have found the object of an access: in its function,
// in what that calls or is called by, and through a slice that has collected what was found.
//
//	func (s *store) all() []*entry { s.mu.Lock(); defer s.mu.Unlock(); …; list = append(list, s.entries[key]) }
//	for _, e := range s.all() { e.done }
func FoundBy(p *lockset.Package, a *access.Access, reads map[ssa.Instruction]*access.Access) []*access.Access {
	if a.Addr == nil {
		return nil
	}
	return Found(p, a.Addr.X, reads)
}

// Found is [FoundBy] for an object itself.
func Found(p *lockset.Package, v ssa.Value, reads map[ssa.Instruction]*access.Access) []*access.Access {
	w := &finderWalk{p: p, reads: reads, seen: make(map[ssa.Value]bool)}
	w.from(v, maxFinders)
	return w.list
}

type finderWalk struct {
	p     *lockset.Package
	reads map[ssa.Instruction]*access.Access
	seen  map[ssa.Value]bool
	held  []lockset.Hold // at the calls that lead to the access
	list  []*access.Access
}

// from follows a value, or the slice that it is an element of, to where it was found.
func (w *finderWalk) from(v ssa.Value, depth int) {
	if depth < 0 || w.seen[v] {
		return
	}
	w.seen[v] = true
	if param, ok := v.(*ssa.Parameter); ok {
		w.passed(param, depth-1)
		return
	}
	for _, instr := range Sources(v) {
		if read := w.reads[instr]; read != nil {
			if !w.stillHeld(read) {
				w.list = append(w.list, read)
			}
			continue
		}
		w.through(instr, depth)
	}
}

// stillHeld reports whether a caller of the access holds a lock that was held where the object was found.
func (w *finderWalk) stillHeld(read *access.Access) bool {
	return slices.ContainsFunc(w.held, func(h lockset.Hold) bool {
		_, held := read.HoldsKey(h.Key)
		return held
	})
}

// through follows what an instruction makes its value of.
func (w *finderWalk) through(instr ssa.Instruction, depth int) {
	switch instr := instr.(type) {
	case *ssa.Call:
		if b, ok := instr.Call.Value.(*ssa.Builtin); ok {
			if b.Name() == "append" {
				w.from(instr.Call.Args[0], depth)
				w.from(instr.Call.Args[1], depth)
			}
			return
		}
		if f := w.p.Callee(&instr.Call); f != nil {
			w.returned(f, depth-1)
		}
	case *ssa.UnOp:
		if addr, ok := instr.X.(*ssa.IndexAddr); ok {
			w.from(addr.X, depth)
		}
	case *ssa.Slice:
		w.collected(instr.X, depth)
	}
}

// collected follows what is stored in the array that holds the further arguments of a call.
func (w *finderWalk) collected(array ssa.Value, depth int) {
	alloc, ok := array.(*ssa.Alloc)
	if !ok {
		w.from(array, depth)
		return
	}
	for _, ref := range ssabuild.Referrers(alloc) {
		addr, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range ssabuild.Referrers(addr) {
			if store, ok := use.(*ssa.Store); ok && store.Addr == addr {
				w.from(store.Val, depth)
			}
		}
	}
}

// returned follows the results of a function that hold pointers or slices.
func (w *finderWalk) returned(f *lockset.Func, depth int) {
	for _, v := range Results(f) {
		if lockset.IsPointer(v.Type()) || lockset.IsContainer(v.Type()) {
			w.from(v, depth)
		}
	}
}

// passed follows the arguments of the calls of a function.
func (w *finderWalk) passed(param *ssa.Parameter, depth int) {
	f := w.p.Func(param.Parent())
	i := slices.Index(param.Parent().Params, param)
	if f == nil {
		return
	}
	for _, s := range f.Sites {
		if s.Value || s.Began != nil {
			continue
		}
		if _, args := w.p.Target(s.Instr.Common()); i < len(args) {
			before := w.held
			w.held = append(before[:len(before):len(before)], holding.AtCalls(s.Caller)[s.Instr]...)
			w.from(args[i], depth)
			w.held = before
		}
	}
}
