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

// pairPublished notes the race of an access in a method that importers call for an object which they have from a
// container of the package, with one of a goroutine of the package that finds its objects in that container. The
// lock of the container, which that one may hold, is none that importers hold.
//
//	func (p *Peer) Touch(now time.Time) { p.seen = now }                       // for what Get returns
//	func (s *Peers) Get(id string) *Peer { s.mu.Lock(); defer s.mu.Unlock(); return s.byID[id] }
//
//	for id, p := range s.byID { if now.Sub(p.seen) > ttl { delete(s.byID, id) } } // in a goroutine, under s.mu
func (r *search) pairPublished(a, b *access.Access) {
	shared := publishedBy(r.p)
	if holding.MayBeLocked(a) || a.Struct == nil || b.Struct == nil || len(shared.fields) == 0 {
		return
	}
	for _, x := range r.threadsOf(a) {
		top := x.Down[0]
		if x.Kind != threads.ByOthers || threads.Starts(x.Frames) || x.Loop || !threads.OfReceiver(top) || !exported(top.F) {
			continue
		}
		of := objectType(top.F.SSA.Params[0].Type())
		if len(shared.fields[of]) == 0 {
			continue
		}
		for _, y := range r.threadsOf(b) {
			if u := r.publishedRace(a, b, &x, &y, shared, of); u != nil {
				r.found = append(r.found, u)
				return
			}
		}
	}
}

// publishedRace returns the race of a method of a published object with a goroutine, nil if that has its object from elsewhere.
func (r *search) publishedRace(a, b *access.Access, x, y *threads.Thread, shared *published, of *types.TypeName) *Race {
	if r.budget--; r.budget < 0 || !threads.Starts(y.Frames) && !y.Loop || slices.ContainsFunc(y.Frames, func(fr threads.Frame) bool { return fr.F.Contract() }) {
		return nil
	}
	if !slices.ContainsFunc(shared.fields[of], func(field *types.Var) bool { return r.foundIn(b, y, field) }) {
		return nil
	}
	u := r.race(a, b, x, y, threads.Meeting{Started: true, Sure: true})
	u.Published = true
	if shared.taken[of] {
		u.Doubts = append(u.Doubts, verdict.BeforeSharing.At(a.Pos))
	}
	return u
}

// threadsOf returns the paths to an access, for one under a lock as well.
func (r *search) threadsOf(a *access.Access) []threads.Thread {
	if list, ok := r.threads[a]; ok {
		return list
	}
	if r.locks == nil {
		r.locks = make(map[*access.Access][]threads.Thread)
	}
	if _, ok := r.locks[a]; !ok {
		r.locks[a] = threads.Of(a)
	}
	return r.locks[a]
}

// published are the containers whose elements importers get.
type published struct {
	done   bool
	fields map[*types.TypeName][]*types.Var // by the type of their elements
	taken  map[*types.TypeName]bool         // importers may have an object of the type that is in no container yet
}

func publishedBy(p *lockset.Package) *published {
	l := lockset.Memo[published](p)
	if l.done {
		return l
	}
	*l = published{done: true, fields: make(map[*types.TypeName][]*types.Var), taken: make(map[*types.TypeName]bool)}
	reads := access.Reads(p)
	for _, f := range p.Funcs {
		if !exported(f) || f.SSA.Synthetic != "" {
			continue
		}
		for _, v := range handedOn(f) {
			l.note(p, f, v, reads)
		}
		for i, param := range f.SSA.Params {
			if t := objectType(param.Type()); t != nil && (i > 0 || f.SSA.Signature.Recv() == nil) {
				l.taken[t] = true
			}
		}
	}
	return l
}

// note adds the container that a value which importers get was found in, or that it is new.
func (l *published) note(p *lockset.Package, f *lockset.Func, v ssa.Value, reads map[ssa.Instruction]*access.Access) {
	of := objectType(v.Type())
	if of == nil || of.Pkg() != p.Types {
		return
	}
	for _, read := range origin.Found(p, v, reads) {
		if read.Content && !slices.Contains(l.fields[of], read.Field) {
			l.fields[of] = append(l.fields[of], read.Field)
		}
	}
	made, ok := p.Place(v).Root.(*ssa.Alloc)
	if ok && slices.ContainsFunc(f.SSA.Blocks, func(b *ssa.BasicBlock) bool {
		ret, ok := lockset.LastOf(b).(*ssa.Return)
		return ok && slices.Contains(ret.Results, v) && p.Unshared(made, ret)
	}) {
		l.taken[of] = true
	}
}

// handedOn returns what a function returns, and what it passes to a function that it is passed.
func handedOn(f *lockset.Func) []ssa.Value {
	list := origin.Results(f)
	for instr := range ssaflow.Instrs(f.SSA) {
		if call, ok := instr.(*ssa.Call); ok && lockset.IsParameter(call.Call.Value) && !call.Call.IsInvoke() {
			list = append(list, call.Call.Args...)
		}
	}
	return list
}

// objectType returns the named type that a value points to, or that the elements of a container of pointers do.
func objectType(t types.Type) *types.TypeName {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		t = u.Elem()
	case *types.Map:
		t = u.Elem()
	}
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	named := callmatch.Named(ptr.Elem())
	if named == nil {
		return nil
	}
	return named.Obj()
}

// exported reports whether importers call f by its name.
func exported(f *lockset.Func) bool {
	obj := f.SSA.Object()
	return obj != nil && obj.Exported() && f.SSA.Parent() == nil
}
