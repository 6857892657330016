package unguarded

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// registered is [search.inRegistry] for two threads in either order, which both run beside others of their kind.
func (r *search) registered(a, b *access.Access, x, y *threads.Thread) (threads.Meeting, bool) {
	if !concurrent(x) || !concurrent(y) {
		return threads.Meeting{}, false
	}
	if m, ok := r.inRegistry(x, b, y); ok {
		return m, true
	}
	return r.inRegistry(y, a, x)
}

// pairKept notes the race of an access in a goroutine, of an object that its starter has put into a container, with
// one of a function that finds its object in that container. The lock of the container, which that one may hold,
// is none that the goroutine holds.
//
//	st := &state{}
//	p.feeds[name] = st                         // under p.mu
//	go p.loop(st)                              // st.last = time.Now()
//
//	for name, st := range p.feeds { st.last }  // in Status, under p.mu
func (r *search) pairKept(a, b *access.Access) {
	if a.Struct == nil || b.Struct == nil || b.Addr == nil || !r.isElement(a.Struct) || holding.MayBeLocked(a) || ownLock(b) {
		return
	}
	for _, x := range r.threadsOf(a) {
		if !threads.Starts(x.Frames) {
			continue
		}
		for _, y := range r.threadsOf(b) {
			if u := r.keptRace(a, b, &x, &y); u != nil {
				r.found = append(r.found, u)
				return
			}
		}
	}
}

// keptRace returns the race of a goroutine with what others call, nil if that waits first, or has its object from
// elsewhere.
func (r *search) keptRace(a, b *access.Access, x, y *threads.Thread) *Race {
	if r.budget--; r.budget < 0 || !concurrent(y) && y.Kind != threads.ByOthers || y.Waited() || sameStart(x, y) {
		return nil
	}
	m, ok := r.inRegistry(x, b, y)
	if !ok {
		return nil
	}
	m.Sure = true
	u := r.race(a, b, x, y, m)
	if r.locked != nil && len(r.locked.Held) > 0 {
		u.Doubts = slices.DeleteFunc(u.Doubts, func(d verdict.DoubtAt) bool { return d.Doubt == verdict.MaybeHeld && d.Pos == r.locked.Pos })
	}
	return u
}

// ownLock reports whether an access holds a lock of the object itself, which is then the one to hold.
func ownLock(a *access.Access) bool {
	return slices.ContainsFunc(a.Held, func(h lockset.Hold) bool { return a.Besides(h.Path) })
}

// isElement reports whether the package puts pointers to a struct into a map.
func (r *search) isElement(t types.Type) bool {
	elements := lockset.Memo[map[*types.TypeName]bool](r.p)
	if *elements == nil {
		*elements = make(map[*types.TypeName]bool)
		for _, f := range r.p.Funcs {
			for instr := range ssaflow.Instrs(f.SSA) {
				if put, ok := instr.(*ssa.MapUpdate); ok {
					(*elements)[objectType(put.Value.Type())], (*elements)[objectType(put.Key.Type())] = true, true
				}
			}
		}
	}
	named := callmatch.Named(t)
	return named != nil && (*elements)[named.Obj()]
}

// sameStart reports whether one statement starts the goroutines of two threads.
func sameStart(x, y *threads.Thread) bool {
	return slices.ContainsFunc(x.Frames, func(fr threads.Frame) bool {
		return fr.Start && slices.ContainsFunc(y.Frames, func(other threads.Frame) bool { return other.Start && other.At == fr.At })
	})
}

// inRegistry returns how two threads meet of which the first has the object from the function that made it
// and put it into a container, and the second has found its object in that container.
//
//	p := &player{conn: conn}
//	t.players[p] = true
//	go p.ping()                                        // conn.WriteMessage
//
//	for _, p := range t.snapshot() { p.write(move) } // conn.WriteMessage, for all players
func (r *search) inRegistry(x *threads.Thread, b *access.Access, y *threads.Thread) (threads.Meeting, bool) {
	m := threads.Meeting{Started: threads.Starts(x.Frames) || threads.Starts(y.Frames), Served: x.Kind == threads.ByServer || y.Kind == threads.ByServer}
	for i, fr := range x.Frames {
		if fr.Obj == nil || fr.Obj.Parent() != fr.F.SSA || !r.p.Private(fr.Obj, 4) {
			continue
		}
		for field, put := range r.putInto(fr.F, fr.Obj) {
			if (threads.Starts(x.Frames[:i+1]) || lockset.Leads(put, fr.At, fr.Obj)) && r.foundIn(b, y, field) {
				return m, true
			}
		}
	}
	return m, false
}

// concurrent reports whether a thread runs beside others of its kind.
func concurrent(t *threads.Thread) bool {
	return threads.Starts(t.Frames) || t.Kind == threads.ByServer
}

// putInto returns the fields with a map into which f puts an object, itself or in a function that it calls
// with it, and where.
func (r *search) putInto(f *lockset.Func, obj ssa.Value) map[*types.Var]ssa.Instruction {
	known := lockset.Memo[map[ssa.Value]map[*types.Var]ssa.Instruction](r.p)
	if puts, ok := (*known)[obj]; ok {
		return puts
	}
	if *known == nil {
		*known = make(map[ssa.Value]map[*types.Var]ssa.Instruction)
	}
	puts := make(map[*types.Var]ssa.Instruction)
	(*known)[obj] = puts // also for a function that calls itself
	for instr := range ssaflow.Instrs(f.SSA) {
		switch instr := instr.(type) {
		case *ssa.MapUpdate:
			if field := r.p.Place(instr.Map).Field; field != nil && (r.p.Place(instr.Key).Root == obj || r.p.Place(instr.Value).Root == obj) {
				puts[field] = instr
			}
		case *ssa.Call:
			callee := r.p.Callee(&instr.Call)
			if callee == nil || callee == f {
				continue
			}
			_, args := r.p.Target(&instr.Call)
			i := slices.IndexFunc(args, func(arg ssa.Value) bool { return r.p.Place(arg).Path == lockset.Path{Root: obj} })
			if i < 0 || i >= len(callee.SSA.Params) || lockset.IsParameter(obj) {
				continue
			}
			for field := range r.putInto(callee, callee.SSA.Params[i]) {
				puts[field] = instr
			}
		}
	}
	return puts
}

// foundIn reports whether the object of a thread was found in the map that a field has.
func (r *search) foundIn(a *access.Access, t *threads.Thread, field *types.Var) bool {
	if r.reads == nil {
		r.reads = access.Reads(r.p)
	}
	in := func(reads []*access.Access) bool {
		return slices.ContainsFunc(reads, func(read *access.Access) bool { return read.Field == field })
	}
	if a.Addr != nil && in(origin.FoundBy(r.p, a, r.reads)) {
		return true
	}
	return slices.ContainsFunc(t.Frames, func(fr threads.Frame) bool {
		call, ok := fr.At.(ssa.CallInstruction)
		if !ok {
			return false
		}
		_, args := r.p.Target(call.Common())
		return len(args) > 0 && a.Struct != nil && types.Identical(args[0].Type(), types.NewPointer(a.Struct)) && in(origin.Found(r.p, args[0], r.reads))
	})
}
