package atomicity

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Stale is an access of an object that was found under a lock, after the lock was released.
type Stale struct {
	*access.Access
	Read   token.Pos        // where the object was found
	Hold   lockset.Hold     // the lock held there
	Finder *lockset.Func    // the function that found it, nil for that of the access
	Other  *access.Access   // of another function, under the lock
	Locked int              // other accesses of the field that hold the lock
	Others int              // other accesses of the field
	Taken  bool             // out of the container, under the lock
	Also   []*access.Access // further ones in the same function
	Doubts []verdict.DoubtAt

	read *access.Access // that of Read
}

// StaleWrites returns the writes after an unlock to fields of what was found under the
// lock, which another function uses under it.
func StaleWrites(p *lockset.Package) []Stale { return stale(p, true) }

// StaleReads returns the reads after an unlock of fields of what was found under the lock, which
// another function writes under it; one for each function and lock.
func StaleReads(p *lockset.Package) []Stale {
	var list []Stale
	for _, s := range stale(p, false) {
		i := slices.IndexFunc(list, func(o Stale) bool { return o.Func.Outermost() == s.Func.Outermost() && o.Hold.Key == s.Hold.Key })
		switch {
		case i < 0:
			list = append(list, s)
		case s.Pos != list[i].Pos:
			list[i].Also = append(list[i].Also, s.Access)
		}
	}
	return list
}

func stale(p *lockset.Package, write bool) []Stale {
	reads, writes := access.Reads(p), lockedWrites(p)
	var list []Stale
	for _, a := range access.Of(p) {
		if a.Write != write || a.Fresh || a.Struct == nil || write && len(a.Held) > 0 || len(access.LockFields(a.Struct)) > 0 || access.Exempt(a.Field.Type()) {
			continue // a lock of its own is that of unlocked-access
		}
		if !write && (!writes[a.Field] || mayBeLocked(a) || afterItsSignal(a)) {
			continue
		}
		for _, s := range foundUnder(p, a, reads) {
			if under(p, &s) {
				list = append(list, s)
				break
			}
		}
	}
	return list
}

// mayBeLocked reports whether an access may hold a lock which is not known, or by some callers only. One that is
// held for sure is another matter: it keeps out those writers that hold it, too.
func mayBeLocked(a *access.Access) bool {
	if len(a.Held) == 0 {
		return holding.MayBeLocked(a)
	}
	return a.Unsure || len(a.Callers) > 0
}

// together reports whether two accesses hold one lock, or may: a lock of which it is not known which it is.
func together(a, b *access.Access) bool {
	return slices.ContainsFunc(a.Held, func(h lockset.Hold) bool {
		return h.Key == "" || slices.ContainsFunc(b.Held, func(o lockset.Hold) bool {
			return o.Key == "" || o.Key == h.Key && (b.Func.Encloses(o.Pos) || !calledBackWithout(b.Func, o.Key))
		})
	})
}

// calledBackWithout reports whether a function that is used as a value, and so has callers that are not known,
// calls f without a lock which the known callers of f hold:
//
//	runner.AddHandler("check", m.doCheck)
func calledBackWithout(f *lockset.Func, key string) bool {
	return slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		return s.Caller.AsValue() && !s.Caller.Known() && !s.Caller.Contract() &&
			!slices.ContainsFunc(holding.AtCalls(s.Caller)[s.Instr], func(h lockset.Hold) bool { return h.Key == key })
	})
}

// afterItsSignal reports whether the function has waited, on every path to an access, for a channel or
// group of the object, which the writer closes or counts down when it has written.
//
//	<-job.done
//	return job.err
func afterItsSignal(a *access.Access) bool {
	p := a.Func.Pkg
	own := func(v ssa.Value) bool {
		pl := p.Place(v)
		return pl.Root == a.Owner.Root && strings.HasPrefix(pl.Fields, a.Owner.Fields+".")
	}
	for b := a.Instr.Block(); b != nil; b = b.Idom() {
		if ch := caseOf(b); ch != nil && own(ch) {
			return true
		}
		for _, instr := range b.Instrs {
			if instr == a.Instr {
				break
			}
			if v := waitsFor(instr); v != nil && own(v) {
				return true
			}
		}
	}
	return false
}

// caseOf returns the channel of the case of a select that a block begins, nil for other blocks.
func caseOf(b *ssa.BasicBlock) ssa.Value {
	if b.Idom() == nil || b.Idom().Succs[0] != b {
		return nil
	}
	branch, ok := lockset.LastOf(b.Idom()).(*ssa.If)
	if !ok {
		return nil
	}
	cmp, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return nil
	}
	if sel, i, ok := ssaflow.SelectCase(cmp); ok {
		return sel.States[i].Chan
	}
	return nil
}

// waitsFor returns the channel or group that an instruction waits for, nil if it does not.
func waitsFor(instr ssa.Instruction) ssa.Value {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return instr.X
		}
	case *ssa.Call:
		if lockset.Orders(instr) && len(instr.Call.Args) > 0 {
			return instr.Call.Args[0]
		}
	}
	return nil
}

// lockedWrites returns the fields that are written where a lock is held.
func lockedWrites(p *lockset.Package) map[*types.Var]bool {
	fields := make(map[*types.Var]bool)
	for _, a := range access.Of(p) {
		if a.Write && !a.Fresh && (len(a.Held) > 0 || len(holding.RunUnderLock(a.Func)) > 0) {
			fields[a.Field] = true
		}
	}
	return fields
}

// foundUnder returns the locks under which the object of an access was found.
func foundUnder(p *lockset.Package, a *access.Access, reads map[ssa.Instruction]*access.Access) []Stale {
	var list []Stale
	for _, read := range origin.FoundBy(p, a, reads) {
		finder := read.Func
		if finder == a.Func {
			finder = nil
		}
		for _, h := range read.Held {
			if _, still := a.HoldsKey(h.Key); !still && h.Key != "" && read.Func.Encloses(h.Pos) {
				list = append(list, Stale{Access: a, Read: read.Pos, read: read, Hold: h, Finder: finder, Taken: takesOut(p, read, h)})
			}
		}
	}
	return list
}

// takesOut reports whether the function that has found an object removes it from where it
// was, under the same lock: then no other goroutine finds it there.
func takesOut(p *lockset.Package, read *access.Access, h lockset.Hold) bool {
	return slices.ContainsFunc(access.Of(p), func(w *access.Access) bool {
		held, ok := w.Holds(h.Path)
		return ok && held.Pos == h.Pos && replaces(w, read) || removes(w, read)
	})
}

// removes reports whether w is in a function that is passed what read has found, and makes the
// container shorter.
func removes(w, read *access.Access) bool {
	if !w.Write || w.Field != read.Field || !slices.ContainsFunc(w.Func.Sites, func(s lockset.Site) bool { return s.Caller == read.Func && lockset.Precedes(read.Instr, s.Instr) }) {
		return false
	}
	store, ok := w.Instr.(*ssa.Store)
	if !ok {
		_, puts := w.Instr.(*ssa.MapUpdate)
		return !puts
	}
	_, cut := store.Val.(*ssa.Slice)
	call, appended := store.Val.(*ssa.Call)
	if appended && len(call.Call.Args) > 0 {
		_, cut = call.Call.Args[0].(*ssa.Slice)
	}
	return cut
}

// takesOutLater reports whether the function of a write removes the object under the lock
// once more, before it writes. It may do so on some of the paths only, and have found
// another.
func (w *Stale) takesOutLater() bool {
	return slices.ContainsFunc(access.Of(w.Func.Pkg), func(o *access.Access) bool {
		held, ok := o.Holds(w.Hold.Path)
		return ok && !held.Read && held.Pos != w.Hold.Pos && replaces(o, w.read) && ssaflow.Reaches(o.Instr.Block(), w.Instr.Block())
	})
}

// replaces reports whether w puts something else where read has found an object, or nothing.
func replaces(w, read *access.Access) bool {
	_, puts := w.Instr.(*ssa.MapUpdate)
	return w.Write && !puts && w.Func == read.Func && w.Field == read.Field
}

// under looks for the other accesses of the field, and reports whether one of another function
// holds the lock and may happen at the same time.
func under(p *lockset.Package, w *Stale) bool {
	bare := make(map[*ssa.Function]bool)
	locked := make(map[*ssa.Function]bool)
	for _, other := range access.To(p, w.Field) {
		if other.Fresh || other.Instr == w.Instr {
			continue
		}
		w.Others++
		if !underKey(other, w.Hold.Key) {
			bare[other.Func.Outermost()] = bare[other.Func.Outermost()] || w.Write || other.Write && !other.Ready
			continue
		}
		w.Locked++
		locked[other.Func.Outermost()] = true
		if w.Other == nil && !together(w.Access, other) && (w.Write || changesFound(p, other, w.read)) && other.Func.Outermost() != w.Func.Outermost() && lockset.Together(w.Func, other.Func) {
			w.Other = other
		}
	}
	if w.Other == nil {
		return false
	}
	add := func(d *verdict.Doubt, raised bool) {
		if raised {
			w.Doubts = append(w.Doubts, d.At(w.Pos))
		}
	}
	for fn := range locked {
		delete(bare, fn)
	}
	delete(bare, w.Func.Outermost())
	maps.DeleteFunc(bare, func(_ *ssa.Function, counts bool) bool { return !counts }) // other reads after a release
	add(verdict.MaybeHeld, !w.Func.Known() || w.Maybe && len(w.Held) == 0 || len(w.Callers) > 0)
	add(verdict.BeforeSharing, w.Ready)
	add(verdict.OwnData, w.takesOutLater())
	add(verdict.SomeBare, len(bare) > len(locked) || !w.Write && len(bare) > 0)
	add(verdict.FewAccesses, w.Write && w.Locked == 1 && !w.Hold.Read)
	return true
}

// underKey reports whether an access holds a lock of that key, or is in a literal that runs under one.
func underKey(a *access.Access, key string) bool {
	_, held := a.HoldsKey(key)
	return held || slices.Contains(holding.RunUnderLock(a.Func), key)
}

// changesFound reports whether an access changes an object that others may have found in the
// container that read looks into, and does not make it ready to be put there.
func changesFound(p *lockset.Package, w, read *access.Access) bool {
	if !w.Write || w.Ready || setup.MayBeFresh(p, w) {
		return false
	}
	return !slices.ContainsFunc(access.Of(p), func(in *access.Access) bool {
		put, ok := in.Instr.(*ssa.MapUpdate)
		return ok && in.Field == read.Field && in.Func == w.Func && p.Place(put.Value).Root == w.Owner.Root
	})
}
